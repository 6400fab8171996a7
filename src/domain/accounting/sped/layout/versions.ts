/**
 * Codes of the layout by the last day of the period, newest first (table 3.1.1 of the technical note of Ato COTEPE/ICMS 44/2018). A new year's code is a
 * line here, put in by somebody who has read the guide in force.
 */
const versions: readonly (readonly [from: string, code: string])[] = [
  ['2026-01-01', '020'],
  ['2025-01-01', '019'],
  ['2024-01-01', '018'],
  ['2023-01-01', '017'],
  ['2022-01-01', '016'],
  ['2021-01-01', '015'],
]

/** The code for a period that ends on that day; undefined before the first one that is known. */
export const layoutVersion = (lastDay: string): string | undefined => versions.find(([from]) => lastDay >= from)?.[1]

/** Voided numbers are told until the end of 2022: since then the situation 05 is gone. */
export const tellsVoided = (lastDay: string): boolean => lastDay < '2023-01-01'
