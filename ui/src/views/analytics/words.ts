// Numbers as people write them.

export function count(value: number): string {
  return value.toLocaleString('en');
}

export function share(rate: number): string {
  return `${(rate * 100).toFixed(rate > 0 && rate < 0.1 ? 1 : 0)} %`;
}

/** A dash where no vendor said a price: that is not the same as free. */
export function cost(value: number | null | undefined): string {
  return !value ? '–' : value.toFixed(value > 0 && value < 1 ? 4 : 2);
}
