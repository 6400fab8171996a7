import type { Decimal } from 'decimal.js'
import { ExactDecimal } from '../../../../base/decimal.ts'

/** An element of a fiscal document as both sides read it: no parser's node, and without namespaces. */
export interface DocumentElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly DocumentElement[]
  /** Of an element without children, else empty. */
  readonly text: string
}

/** The first element at a path of names: `ide/cUF`. */
export function elementAt(from: DocumentElement | undefined, path: string): DocumentElement | undefined {
  if (!path.includes('/')) return childOf(from, path)
  let here = from
  for (const name of path.split('/')) here = childOf(here, name)
  return here
}

/** The first child of that name. A plain loop: of a month of notes it is asked millions of times. */
function childOf(from: DocumentElement | undefined, name: string): DocumentElement | undefined {
  if (from) for (const child of from.children) if (child.name === name) return child
  return undefined
}

/** All children of that name. */
export const childrenOf = (from: DocumentElement | undefined, name: string): readonly DocumentElement[] =>
  from?.children.filter(child => child.name === name) ?? []

/** The text at a path, without blanks around it; undefined where there is none. */
export function textAt(from: DocumentElement | undefined, path: string): string | undefined {
  const text = elementAt(from, path)?.text.trim()
  return text === '' ? undefined : text
}

/** As the layouts write numbers, with room for what is wrong in length only. */
const number = /^-?\d{1,30}(\.\d{1,30})?$/

/** A number as a document writes it; undefined for what is none. */
export function decimalOf(text: string | undefined): Decimal | undefined {
  if (text === '0.00') return zero
  return text !== undefined && number.test(text) ? new ExactDecimal(text) : undefined
}

/** The most frequent amount of a note. */
const zero = new ExactDecimal(0)

export const decimalAt = (from: DocumentElement | undefined, path: string): Decimal | undefined => decimalOf(textAt(from, path))

/** Every element of that name, at any depth, in their order; what lies inside a found one is not looked at. */
export function descendantsOf(from: DocumentElement, name: string): DocumentElement[] {
  return from.children.flatMap(child => (child.name === name ? [child] : descendantsOf(child, name)))
}
