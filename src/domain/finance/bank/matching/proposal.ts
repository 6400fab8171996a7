/** A line that waits. */
export interface OpenLine {
  readonly id: number
  readonly day: string
  /** Negative is what left the account. */
  readonly cents: number
  readonly memo: string
  readonly key: string
}

/** A bill that a line may be the payment of. */
export interface OpenBill {
  readonly id: number
  readonly direction: 'PAGAR' | 'RECEBER'
  readonly paid: boolean
  /** When it is due; of one that is paid, when it was. */
  readonly day: string
  readonly cents: number
  readonly text: string
  readonly partner: string
  readonly legalName: string
  readonly document: string
}

/** A day's sales in one currency: before the acquirer's fees and after. */
export interface DaySales {
  readonly currencyId: number
  readonly currency: string
  readonly day: string
  /** Days until the bank has it. */
  readonly delay: number
  readonly gross: number
  readonly net: number
}

/** A single receipt of a sale, as Pix brings them one by one. */
export interface SingleReceipt {
  readonly currencyId: number
  readonly currency: string
  readonly day: string
  readonly cents: number
}

/** The latest bill of the same memo. */
export interface KnownMemo {
  readonly key: string
  readonly direction: 'PAGAR' | 'RECEBER'
  readonly classification: string
  readonly partner: string
}

/** Why a bill fits: how far its day is from the line's, in days, and what the memo says of it. */
export interface BillFit {
  readonly bill: OpenBill
  readonly days: number
  readonly said: { readonly word: string; readonly of: 'partner' | 'document' | 'text' } | undefined
  /** More is surer. */
  readonly rank: 1 | 2 | 3
}

/** The likeliest meaning of a line. */
export type Proposal =
  | { readonly kind: 'CONTA'; readonly fit: BillFit }
  | { readonly kind: 'VARIAS'; readonly fits: readonly BillFit[] }
  | { readonly kind: 'VENDAS'; readonly sales: DaySales | SingleReceipt }
  | { readonly kind: 'NOVA'; readonly known: KnownMemo }
  | { readonly kind: 'NENHUMA' }

/** The bills of which this may be the payment. */
export const directionOf = (cents: number): 'PAGAR' | 'RECEBER' => (cents < 0 ? 'PAGAR' : 'RECEBER')

export const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000)
