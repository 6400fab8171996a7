/** Names under which a store's tax profiles are known to the plans. */
export type TaxName = 'refeicao' | 'revenda' | 'st' | 'basica'

/** A group of a store and what is in it. What its products share stands here, what they do not in their lines. */
export interface ProductGroupPlan {
  readonly nome: string
  readonly categoria: string
  readonly cor: string
  readonly pizza?: boolean
  readonly tax: TaxName
  readonly ncm: string
  readonly cest?: string
  readonly unit: string
  readonly printer?: string
  /** Cost as a share of the sale price. */
  readonly cost: number
  readonly alcohol?: boolean
  /** Sold by weight and sent to the scale. */
  readonly scale?: boolean
  /** Sold by the piece over a counter whose scale prints the label: days that they keep. */
  readonly labelDays?: number
  /** Industrialised goods carry a bar code as second code. */
  readonly ean?: boolean
  /** First code of the group; its products count on from there. */
  readonly from: number
  /** One product a line: name, price, and, where they differ from the group's, NCM and CEST. */
  readonly lines: string
  /** Questions asked when one of its products is sold, by their text. */
  readonly questions?: readonly string[]
}

export interface ProductLine {
  readonly nome: string
  readonly preco: number
  readonly ncm: string
  readonly cest: string | null
}

/** The products of a plan. */
export const productLines = (plan: ProductGroupPlan): ProductLine[] =>
  plan.lines
    .trim()
    .split('\n')
    .map(line => {
      const [nome = '', preco = '', ncm, cest] = line.split('|').map(part => part.trim())
      return { nome, preco: Number(preco), ncm: ncm || plan.ncm, cest: cest || plan.cest || null }
    })

/** A question with its answers, each with its price. */
export interface QuestionPlan {
  readonly descricao: string
  readonly min: number
  readonly max: number
  readonly repeat?: boolean
  readonly answers: readonly (readonly [nome: string, valor: number])[]
}
