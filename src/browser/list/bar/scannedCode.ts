/** Tells whether a text is what a scanner types: digits and nothing else. */
export const isScannedCode = (text: string): boolean => /^\d{1,20}$/.test(text.trim())
