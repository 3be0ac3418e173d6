// Alternatives: which one, and its fields. Its name stands in the choice and nowhere else.

import type { MultiSchemaFieldTemplateProps } from '@rjsf/utils';
import { createContext } from 'react';

/** The id of the field that is an alternative: its label stands above already. */
export const InOption = createContext('');

export function MultiSchemaFieldTemplate({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  const id = (optionSchemaField as { props?: { fieldPathId?: { $id: string } } } | null)?.props?.fieldPathId?.$id ?? '';
  return (
    <div className="option">
      <label>
        <span className="hidden">Kind</span>
        {selector}
      </label>
      <InOption.Provider value={id}>{optionSchemaField}</InOption.Provider>
    </div>
  );
}
