import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { numberOf, readKey } from './ids.ts'

/** A note that was authorised. */
export interface KeptNote {
  readonly kind: 'note'
  readonly key: string
  readonly xml: string
  readonly issuedAt: number
  readonly authorisedAt: number
  readonly protocol: string
  readonly digest: string
  readonly code: string
  readonly total: string
  /** CNPJ or CPF of who receives it; empty where nobody is named. */
  readonly recipient: string
  readonly issuerName: string
}

/** An event that was registered: its request and the answer to it, as XML. */
export interface KeptEvent {
  readonly kind: 'event'
  readonly key: string
  readonly type: string
  readonly sequence: number
  readonly xml: string
  readonly answer: string
  readonly at: number
}

/** Numbers of an issuer that will never be used. */
export interface KeptVoiding {
  readonly kind: 'voiding'
  readonly issuer: string
  readonly model: string
  readonly series: number
  readonly year: string
  readonly first: number
  readonly last: number
  readonly protocol: string
}

/** A document that a recipient may fetch, in the order of its numbers (NSU). */
export interface KeptDocument {
  readonly kind: 'document'
  readonly recipient: string
  readonly schema: string
  readonly xml: string
}

/** A batch whose answer is fetched later by its receipt. */
export interface KeptReceipt {
  readonly kind: 'receipt'
  readonly receipt: string
  readonly answers: readonly string[]
  readonly readyAt: number
}

type Kept = KeptNote | KeptEvent | KeptVoiding | KeptDocument | KeptReceipt

/** The memory of an environment of the authority. It survives a restart: each line of its file is one thing that happened. */
export class Ledger {
  readonly #file: string | undefined
  readonly #notes = new Map<string, KeptNote>()
  readonly #keyOfNumber = new Map<string, string>()
  readonly #events = new Map<string, KeptEvent[]>()
  readonly #voidings: KeptVoiding[] = []
  readonly #documents = new Map<string, KeptDocument[]>()
  readonly #receipts = new Map<string, KeptReceipt>()
  #count = 0

  /** @param file where it is kept; without one it is forgotten at the end */
  constructor(file?: string) {
    this.#file = file
    if (!file) return
    mkdirSync(dirname(file), { recursive: true })
    if (!existsSync(file)) return
    for (const line of readFileSync(file, 'utf8').split('\n')) if (line.endsWith('}')) this.#take(JSON.parse(line))
  }

  add(one: Kept): void {
    this.#take(one)
    if (this.#file) appendFileSync(this.#file, `${JSON.stringify(one)}\n`)
  }

  #take(one: Kept): void {
    this.#count += 1
    if (one.kind === 'note') {
      const parts = readKey(one.key)
      this.#notes.set(one.key, one)
      if (parts) this.#keyOfNumber.set(numberOf(parts), one.key)
    } else if (one.kind === 'event') this.#events.set(one.key, [...this.events(one.key), one])
    else if (one.kind === 'voiding') this.#voidings.push(one)
    else if (one.kind === 'document') this.#documents.set(one.recipient, [...this.documents(one.recipient), one])
    else this.#receipts.set(one.receipt, one)
  }

  /** A number that was not given out before, for protocols and receipts. */
  next(): number {
    this.#count += 1
    return this.#count
  }

  note(key: string): KeptNote | undefined {
    return this.#notes.get(key)
  }

  notes(): readonly KeptNote[] {
    return [...this.#notes.values()]
  }

  /** The key that took a number. */
  keyOf(number: string): string | undefined {
    return this.#keyOfNumber.get(number)
  }

  events(key: string): readonly KeptEvent[] {
    return this.#events.get(key) ?? []
  }

  /** The event that cancelled a note. */
  cancellation(key: string): KeptEvent | undefined {
    return this.events(key).find(event => event.type === '110111' || event.type === '110112')
  }

  voidings(): readonly KeptVoiding[] {
    return this.#voidings
  }

  isVoided(parts: { issuer: string; model: string; series: number; number: number }): boolean {
    return this.#voidings.some(one => touches(one, parts, parts.number, parts.number))
  }

  documents(recipient: string): readonly KeptDocument[] {
    return this.#documents.get(recipient) ?? []
  }

  receipt(receipt: string): KeptReceipt | undefined {
    return this.#receipts.get(receipt)
  }
}

/** Tells whether a range that was voided shares a number with another one. */
export const touches = (
  one: KeptVoiding,
  of: { readonly issuer: string; readonly model: string; readonly series: number },
  first: number,
  last: number,
): boolean =>
  one.issuer === of.issuer && one.model === of.model && one.series === of.series && one.first <= last && one.last >= first
