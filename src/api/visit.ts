/** The top of a store's public page. */
export interface VisitHead {
  readonly nome: string
  readonly logo: string | null
}

/** A visitor's own record, as the page of their link shows it. */
export interface VisitReply {
  readonly loja: VisitHead
  readonly fatos: readonly { readonly titulo: string; readonly texto: string }[]
  /** Ways that are open from here. */
  readonly passos: readonly { readonly id: string; readonly titulo: string; readonly perigo: boolean }[]
}
