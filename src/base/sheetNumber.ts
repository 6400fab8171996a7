/** How spreadsheets write a number that is too long for a cell: most of its digits are lost. */
const SCIENTIFIC = /^\s*[+-]?\d(?:[.,]\d+)?E\+\d{1,3}\s*$/i

/** Tells whether a text is what a spreadsheet made of a long code: `7,8912E+12`. */
export const hasLostDigits = (text: string): boolean => SCIENTIFIC.test(text)

/** A whole number as sheets format it, with decimals of zeros: '9001.0', '9001,00', '9.001,00'. Three zeros behind a point are thousands. */
const WHOLE = /^(\d+)(?:,0{1,2}|\.0{1,2}|[.,]0{4,})$/
const GROUPED = /^(\d{1,3}(?:\.\d{3})+)(?:,0{1,2})?$/

/** A code without what a sheet's number format put into it: '9001.0' -> '9001'; any other text as it is. */
export function withoutNumberFormat(text: string): string {
  const [, whole] = WHOLE.exec(text.trim()) ?? []
  if (whole !== undefined) return whole
  const [, grouped] = GROUPED.exec(text.trim()) ?? []
  return grouped !== undefined ? grouped.replaceAll('.', '') : text
}

/** Tells whether marks in a code stand for decimals: a code of digits has none, and without its mark '12,5' would be 125. */
export const hasDecimals = (text: string): boolean => /^\d+,\d+$/.test(text) || /^\d{4,}\.\d{1,2}$/.test(text)
