/** A text with its placeholders filled in: {razao_social}, or {{razao_social}}. Words in braces that mean nothing stay as they are. */
export const fillTemplate = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{?\s*(\w+)\s*\}?\}/g, (written, name: string) => values[name] ?? written)
