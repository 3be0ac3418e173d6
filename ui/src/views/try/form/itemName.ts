/** What stands above a field. The library calls the items of a list `children-1`. */
export function itemName(label: string, path: readonly (string | number)[]): string {
  const last = path.at(-1);
  const made = typeof last === 'number' && label.endsWith(`-${last + 1}`);
  return made ? `${label.slice(0, label.lastIndexOf('-')) || 'Item'} ${last + 1}` : label;
}
