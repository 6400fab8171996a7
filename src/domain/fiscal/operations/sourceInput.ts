/** Of what a note is made: one of these. */
export const sourceProperties = {
  lojaId: { type: 'integer' },
  movimentoId: { type: ['integer', 'null'], description: 'A venda' },
  nfceId: { type: ['integer', 'null'], description: 'A NFC-e da venda' },
} as const

export const returnedProperties = {
  ...sourceProperties,
  nfeId: { type: ['integer', 'null'], description: 'Uma NF-e emitida' },
} as const

/** The draft that was made. */
export const draftOutput = {
  type: 'object',
  properties: { nfeId: { type: 'integer' }, serie: { type: 'integer' }, numero: { type: 'integer' } },
  required: ['nfeId'],
} as const

export interface MadeDraft {
  readonly nfeId: number
  readonly serie: number
  readonly numero: number
}

/** Returns the reply about a saved draft. */
export const madeDraft = (record: Readonly<Record<string, unknown>> | undefined): MadeDraft => ({
  nfeId: Number(record?.id),
  serie: Number(record?.serie),
  numero: Number(record?.numero),
})

export const sourceMessages: readonly string[] = [
  'not-found',
  'nfe.not-a-sale',
  'nfce.sale-cancelled',
  'nfce.sale-simulated',
  'nfce.sale-open',
  'nfce.pending',
]
