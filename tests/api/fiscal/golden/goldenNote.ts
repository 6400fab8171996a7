/** Stores of the shops: one of each regime. `limit` is beyond the Simples' limit for ICMS (CRT 2). */
export type StoreName = 'normal' | 'simples' | 'limit' | 'mei'

/** Parties to notes: see `parties` of the shops. */
export type PartyName = 'shop' | 'person' | 'shopRio' | 'personRio' | 'shopBahia' | 'supplier' | 'branch' | 'abroad' | 'nameless'

/** Products by their tax profile: see `profiles` of the shops. */
export type ProfileName =
  | 'taxed'
  | 'taxed2029'
  | 'prepared'
  | 'prepared2029'
  | 'bottled'
  | 'fruit'
  | 'outside'
  | 'simples'
  | 'simplesPrepared'
  | 'simplesBottled'
  | 'sugary'
  | 'beyond'

/** A sale at the counter, from which its NFC-e is made. */
export interface GoldenSale {
  readonly lines: readonly (readonly [product: ProfileName, quantity: number, price: number])[]
  readonly discount?: number
  readonly service?: number
  /** Amounts paid, by means: 01 cash, 03 credit, 17 PIX. */
  readonly paid: Readonly<Record<string, number>>
}

/**
 * A document by hand: what is asked for, and what law and arithmetic make of it. Nothing here comes from the product. `items` and `totals` are each group
 * of the XML as a line: its name, then its fields with their values. Left out are texts, `modBC`, `modBCST`, `cEnq`, origin 0, and totals that are zero.
 */
export interface GoldenNote {
  readonly name: string
  readonly store: StoreName
  /** Moment of issue, by the clock of the shop. */
  readonly at: string
  readonly sale?: GoldenSale
  /** An NF-e as somebody types it: to whom, and the record's fields. */
  readonly draft?: { readonly to: PartyName } & Readonly<Record<string, unknown>>
  /** Goods of an earlier note that come back: all, or so many of each item. */
  readonly back?: { readonly of: string; readonly to: PartyName; readonly quantities?: readonly number[] }
  /** The NF-e of a sale: of one that has its NFC-e, or of one without. */
  readonly invoiceOf?: { readonly of?: string; readonly sale?: GoldenSale; readonly to: PartyName }
  /** Names earlier notes by their keys. */
  readonly references?: readonly string[]
  /** The arithmetic, in words. */
  readonly working: string
  readonly items: readonly (readonly string[])[]
  readonly totals: readonly string[]
  readonly pag: string
  /** Totals that the month's SPED tells otherwise, by their names in the note. */
  readonly sped?: Readonly<Record<string, string>>
}
