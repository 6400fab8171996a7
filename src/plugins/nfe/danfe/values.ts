import { type DocumentElement, decimalAt, elementAt, textAt } from '../../../domain/fiscal/core/public.ts'
import { printedAtLeast, printedNumber, printedTaxId } from '../paper/printed.ts'
import type { DanfeBox } from './danfe.ts'

export const saidAt = (from: DocumentElement | undefined, path: string): string => textAt(from, path) ?? ''

/** An amount with two places; 0,00 where the note has none. */
export const moneyAt = (from: DocumentElement | undefined, path: string): string => {
  const value = decimalAt(from, path)
  return value ? printedNumber(value, 2) : '0,00'
}

/** The same, empty where the note has none. */
export const someMoneyAt = (from: DocumentElement | undefined, path: string): string =>
  decimalAt(from, path) ? moneyAt(from, path) : ''

/** A number with the places it has; empty where the note has none. */
export const numberAt = (from: DocumentElement | undefined, path: string, places: number): string => {
  const value = decimalAt(from, path)
  return value ? printedAtLeast(value, places) : ''
}

/** Of several paths the first that is there. */
export const firstOf = (from: DocumentElement | undefined, ...paths: readonly string[]): string =>
  paths.map(path => saidAt(from, path)).find(text => text !== '') ?? ''

/** CNPJ, CPF, or what a foreigner is known by. */
export const taxIdAt = (from: DocumentElement | undefined): string => printedTaxId(firstOf(from, 'CNPJ', 'CPF', 'idEstrangeiro'))

/** Street, number and what belongs to them. */
export const streetAt = (from: DocumentElement | undefined): string =>
  joined(', ', ...['xLgr', 'nro', 'xCpl'].map(name => saidAt(from, name)))

export const joined = (by: string, ...parts: readonly string[]): string => parts.filter(part => part !== '').join(by)

/** 01001-000 */
export const postalCodeAt = (from: DocumentElement | undefined, path: string): string =>
  saidAt(from, path).replace(/^(\d{5})(\d{3})$/, '$1-$2')

/** (11) 91234-5678; anything else as it is. */
export const phoneAt = (from: DocumentElement | undefined, path: string): string =>
  saidAt(from, path).replace(/^0?(\d\d)(\d{4,5})(\d{4})$/, '($1) $2-$3')

/** 10/09/2026 of a day or a moment. */
export const printedDay = (text: string): string => text.replace(/^(\d{4})-(\d\d)-(\d\d).*$/, '$3/$2/$1')

/** 12:30:00 of a moment. */
export const printedTime = (text: string): string => /T(\d\d:\d\d:\d\d)/.exec(text)?.[1] ?? ''

export const textBox = (label: string, value: string, share: number, align?: DanfeBox['align']): DanfeBox => ({
  label,
  value,
  share,
  align,
})
export const numberBox = (label: string, value: string, share = 1): DanfeBox => ({ label, value, share, align: 'right' })

/** The first group inside of a tax, whose name tells its situation. */
export const onlyGroup = (from: DocumentElement | undefined, path: string): DocumentElement | undefined =>
  elementAt(from, path)?.children[0]
