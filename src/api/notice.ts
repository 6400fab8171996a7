/** Notices that one call gives, or marks as read, at most. */
export const noticesOfCall = 50

/** Something of which somebody was told. */
export interface NoticeItem {
  readonly id: string
  readonly lojaId: number
  /** The store's name. */
  readonly loja: string
  readonly titulo: string
  readonly tom: 'info' | 'warning' | 'danger' | 'positive'
  readonly texto: string
  /** Address within the product. */
  readonly pagina: string
  readonly quando: string
  readonly lido: boolean
}

/** How somebody wants to be told of something. */
export interface NoticeChoiceItem {
  readonly nome: string
  readonly titulo: string
  readonly ajuda: string
  readonly app: boolean
  readonly email: boolean
  readonly push: boolean
}

/** Notices that somebody may get, and the key by which their browser subscribes. */
export interface NoticeChoicesReply {
  readonly escolhas: readonly NoticeChoiceItem[]
  readonly chave: string
}
