import type { IconButtonProps } from '@rjsf/utils';

function make(words: string, className: string) {
  return function Button({ id, onClick, disabled }: IconButtonProps) {
    return (
      <button type="button" id={id} className={className} onClick={onClick} disabled={disabled}>
        {words}
      </button>
    );
  };
}

export const BUTTONS = {
  AddButton: make('Add one', 'button slim'),
  CopyButton: make('Copy', 'button slim'),
  ClearButton: make('Clear', 'button slim'),
  MoveDownButton: make('Down', 'button slim'),
  MoveUpButton: make('Up', 'button slim'),
  RemoveButton: make('Remove', 'button slim danger'),
};
