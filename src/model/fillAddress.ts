/** An address, or the path of a call, with the values of a row in place of `{column}`. */
export const fillAddress = (address: string, row: Readonly<Record<string, unknown>>): string =>
  address.replace(/\{([\w.]+)\}/g, (_whole, name: string) => encodeURIComponent(String(row[name] ?? '')))
