/** The parts of a text that names several records: apart by semicolons, else by commas. */
export const partsOfNames = (names: string): string[] =>
  names
    .split(names.includes(';') ? ';' : ',')
    .map(part => part.trim())
    .filter(part => part !== '')
