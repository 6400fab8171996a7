/** A box of the paper: its label above, what it says below. */
export interface DanfeBox {
  readonly label: string
  readonly value: string
  /** Its part of the row's width, against the others'. */
  readonly share: number
  readonly align?: 'left' | 'center' | 'right' | undefined
}

/** Rows of boxes under a title. */
export interface DanfeBlock {
  readonly title: string
  readonly rows: readonly (readonly DanfeBox[])[]
}

/** An item; the unit of trade and, where it is another, that of the tax below it. */
export interface PaperItem {
  readonly codigo: string
  /** The description, and what belongs below it, a paragraph each. */
  readonly descricao: readonly string[]
  readonly ncm: string
  readonly cst: string
  readonly cfop: string
  readonly unidade: readonly string[]
  readonly quantidade: readonly string[]
  readonly unitario: readonly string[]
  readonly total: string
  readonly desconto: string
  readonly baseIcms: string
  readonly valorIcms: string
  readonly valorIpi: string
  readonly aliquotaIcms: string
  readonly aliquotaIpi: string
}

/** The content of the paper of an NF-e (manual of the DANFE, model 55), read from its XML and from nothing else. */
export interface Danfe {
  readonly emitente: { readonly nome: string; readonly linhas: readonly string[] }
  /** `tpNF`: 0 in, 1 out. */
  readonly tipo: string
  readonly numero: string
  readonly serie: string
  readonly chave: string
  readonly emissao: string
  readonly natureza: DanfeBox
  readonly protocolo: DanfeBox
  readonly inscricoes: readonly DanfeBox[]
  /** The text that the receiver signs. */
  readonly recibo: string
  /** Recipient, places, bill, taxes, carrier. */
  readonly blocos: readonly DanfeBlock[]
  /** The items' column of the tax's situation is named after the issuer's regime. */
  readonly simples: boolean
  readonly itens: readonly PaperItem[]
  readonly issqn: DanfeBlock | undefined
  readonly complementares: readonly string[]
  /** Written across each page, a line each: what keeps the paper from being one of a valid note. */
  readonly marcas: readonly string[]
  /** A draft, which no authority has seen: its key is not drawn as a bar code. */
  readonly espelho: boolean
}
