import type { Amount } from '../calculation/amounts.ts'
import { amount } from '../calculation/amounts.ts'
import { type DocumentElement, decimalAt, elementAt, textAt } from '../document/documentElement.ts'

/** A field of a note that is not what its rule gives. */
export interface FieldDifference {
  readonly path: string
  readonly note: string
  readonly ours: string
  readonly rule: string
}

/** The outcome of calculating a document's fields again: `fields` are those that were calculated, equal and different ones. */
export interface Recalculation {
  readonly fields: number
  readonly equal: number
  readonly differences: readonly FieldDifference[]
  /** Fields that the document alone does not decide, and why. They count neither as equal nor as different. */
  readonly notDecidable: readonly { readonly path: string; readonly why: string }[]
}

/** The expected value of a field and its rule, in the authority's names. */
export interface Formula {
  readonly ours: Amount
  readonly rule: string
  /** The tolerated difference; a cent, as the authority takes it, where nothing is said. */
  readonly tolerance?: Amount
}

/** The tolerance of the authority's own rules for products of a base and a rate. */
const cent = amount('0.01')

/** Collects what is found, field by field. */
export class Findings {
  #equal = 0
  readonly #differences: FieldDifference[] = []
  readonly #notDecidable: { readonly path: string; readonly why: string }[] = []

  equal(): void {
    this.#equal++
  }

  different(difference: FieldDifference): void {
    this.#differences.push(difference)
  }

  notDecidable(path: string, why: string): void {
    this.#notDecidable.push({ path, why })
  }

  text(path: string, note: string, ours: string, rule: string): void {
    if (note === ours) this.equal()
    else this.different({ path, note, ours, rule })
  }

  get result(): Recalculation {
    return {
      fields: this.#equal + this.#differences.length,
      equal: this.#equal,
      differences: this.#differences,
      notDecidable: this.#notDecidable,
    }
  }
}

export const meets = (note: Amount, { ours, tolerance = cent }: Formula): boolean =>
  note.minus(ours).abs().lessThanOrEqualTo(tolerance)

/** An element of the note with its path, and where findings about its fields go. */
export class Place {
  readonly element: DocumentElement
  readonly path: string
  readonly findings: Findings

  constructor(element: DocumentElement, path: string, findings: Findings) {
    this.element = element
    this.path = path
    this.findings = findings
  }

  inner(path: string): Place | undefined {
    const element = elementAt(this.element, path)
    return element && new Place(element, this.pathOf(path), this.findings)
  }

  /** All children of that name, counted from 1 as in XPath. */
  all(name: string): Place[] {
    return this.element.children
      .filter(child => child.name === name)
      .map((child, at) => new Place(child, this.pathOf(`${name}[${at + 1}]`), this.findings))
  }

  /** The only child, whatever its name: the group of a CST. */
  get group(): Place | undefined {
    const [only] = this.element.children
    return only && new Place(only, this.pathOf(only.name), this.findings)
  }

  value(path: string): Amount | undefined {
    return decimalAt(this.element, path)
  }

  text(path: string): string | undefined {
    return textAt(this.element, path)
  }

  pathOf(name: string): string {
    return this.path === '' ? name : `${this.path}/${name}`
  }

  /** A field that one rule decides; nothing where the note has none. */
  check(name: string, ours: Amount | undefined, rule: string, tolerance?: Amount): void {
    if (ours) this.checkAny(name, [{ ours, rule, ...(tolerance ? { tolerance } : {}) }])
  }

  /** A field that one of several rules explains. Where none does, it differs from the first, or is not decidable for the reason given. */
  checkAny(name: string, formulas: readonly Formula[], undecidedWhy?: string): void {
    const note = this.value(name)
    const [first] = formulas
    if (note === undefined) return
    if (formulas.some(formula => meets(note, formula))) this.findings.equal()
    else if (undecidedWhy !== undefined || !first) this.undecided(name, undecidedWhy ?? 'no rule')
    else this.differs(name, first)
  }

  /** Ours is written with as many places as the note's. */
  differs(name: string, { ours, rule }: Formula): void {
    const note = this.text(name) ?? ''
    const places = Math.max(note.split('.')[1]?.length ?? 2, ours.decimalPlaces())
    this.findings.different({ path: this.pathOf(name), note, ours: ours.toFixed(places), rule })
  }

  /** Nothing is said of fields that are missing or zero. */
  undecided(name: string, why: string): void {
    const note = this.value(name)
    if (note !== undefined && !note.isZero()) this.findings.notDecidable(this.pathOf(name), why)
  }
}
