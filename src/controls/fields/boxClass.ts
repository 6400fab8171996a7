/** Class names of a box that a value is typed into: see field.css. */
export const boxClass = (...names: readonly unknown[]): string =>
  ['field-box', ...names.filter(name => typeof name === 'string' && name !== '')].join(' ')
