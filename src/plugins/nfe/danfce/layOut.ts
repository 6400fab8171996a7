import type { Danfce, DanfceProtocol } from './danfce.ts'
import { texts } from './texts.ts'

/** How a text stands out. */
export interface TextLook {
  readonly bold?: boolean
  readonly size?: 'small' | 'large'
  readonly align?: 'center'
}

/** A piece of the paper, from top to bottom; a row's value stands at the right edge. */
export type Block =
  | ({ readonly kind: 'line'; readonly text: string } & TextLook)
  | ({ readonly kind: 'row'; readonly name: string; readonly value: string } & TextLook)
  | { readonly kind: 'rule' }
  | { readonly kind: 'qrCode'; readonly content: string }

const centred = (text: string, look: TextLook = {}): Block => ({ kind: 'line', text, align: 'center', ...look })
const loud: TextLook = { bold: true, size: 'large' }
const rule: Block = { kind: 'rule' }

/** The holder of a copy of the paper. */
type Copy = keyof typeof texts.copies

/** Returns the copies to print: two of an offline note, as the company keeps one until the authority has the note. */
export const copiesOf = ({ contingencia, autorizacao }: Danfce): readonly Copy[] =>
  contingencia && !autorizacao ? ['consumer', 'company'] : ['consumer']

/** The divisions of the manual, in its order. */
export function layOutDanfce(danfce: Danfce, copy: Copy): Block[] {
  const named = (of: Danfce): Block[] => identity(of, texts.copies[copy])
  const divisions = [header, items, totals, access, consumer, named, qrCode, fiscalMessages, ownMessages]
  return divisions
    .map(division => division(danfce))
    .filter(blocks => blocks.length > 0)
    .flatMap((blocks, at) => (at === 0 ? blocks : [rule, ...blocks]))
}

/** Division I, and the warnings that have to stand under it. */
function header(danfce: Danfce): Block[] {
  const { emitente } = danfce
  return [
    centred(emitente.nome, { bold: true }),
    centred(emitente.documento),
    ...(emitente.inscricao ? [centred(`IE ${emitente.inscricao}`)] : []),
    centred(emitente.endereco, { size: 'small' }),
    centred(texts.title, { bold: true }),
    ...warnings(danfce),
  ]
}

function warnings({ cancelamento, contingencia, autorizacao, homologacao }: Danfce): Block[] {
  return [
    ...(cancelamento ? [centred(texts.cancelled, loud)] : []),
    ...(contingencia ? [centred(texts.contingency, loud)] : []),
    ...(contingencia && !autorizacao ? [centred(texts.pending, { bold: true })] : []),
    ...(homologacao ? [centred(texts.homologation, { bold: true })] : []),
  ]
}

/** Division II: two lines an item, the roll being narrow. */
function items({ itens }: Danfce): Block[] {
  return [
    { kind: 'line', text: 'Código  Descrição', bold: true, size: 'small' },
    { kind: 'row', name: 'Qtde. Un. x Vl. unit.', value: 'Vl. total', bold: true, size: 'small' },
    ...itens.flatMap(({ codigo, descricao, quantidade, unidade, unitario, total }): Block[] => [
      { kind: 'line', text: `${codigo}  ${descricao}` },
      { kind: 'row', name: `${quantidade} ${unidade} x ${unitario}`, value: total },
    ]),
  ]
}

/** Division III. */
function totals({ totais, aPagar, pagamentos, troco }: Danfce): Block[] {
  return [
    ...totais.map((line): Block => ({ kind: 'row', ...line })),
    { kind: 'row', name: 'Valor a pagar R$', value: aPagar, ...loud },
    { kind: 'row', name: 'FORMA DE PAGAMENTO', value: 'VALOR PAGO R$', size: 'small', bold: true },
    ...pagamentos.map((line): Block => ({ kind: 'row', ...line })),
    ...(troco === undefined ? [] : [{ kind: 'row', name: 'Troco R$', value: troco } as const]),
  ]
}

/** Division IV. */
const access = ({ consulta, chave }: Danfce): Block[] => [
  centred(texts.askKey, { bold: true }),
  centred(consulta),
  ...chave.map(line => centred(line)),
]

/** Division VI. */
const consumer = ({ consumidor }: Danfce): Block[] => consumidor.map((line, at) => centred(line, { bold: at === 0 }))

/** Division VII. */
function identity({ numero, serie, emissao, autorizacao, contingencia, cancelamento }: Danfce, copy: string): Block[] {
  const proof = (name: string, { numero: protocol, em }: DanfceProtocol): Block[] => [
    centred(`Protocolo de ${name}: ${protocol}`),
    centred(`Data de ${name}: ${em}`),
  ]
  return [
    centred(`NFC-e nº ${numero}  Série ${serie}`, { bold: true }),
    centred(`${emissao}  ${copy}`),
    ...(autorizacao ? proof('autorização', autorizacao) : []),
    ...(contingencia && !autorizacao ? [centred(texts.contingency, loud), centred(texts.pending, { bold: true })] : []),
    ...(cancelamento ? [centred(texts.cancelled, loud), ...proof('cancelamento', cancelamento)] : []),
  ]
}

/** Division V. */
const qrCode = ({ qrCode: content }: Danfce): Block[] => (content === undefined ? [] : [{ kind: 'qrCode', content }])

/** Division VIII: taxes in the prices, and again what the paper is not. */
function fiscalMessages({ tributos, homologacao }: Danfce): Block[] {
  return [
    ...tributos.map(({ name, value }) => centred(`${name}\u00a0${value}`, { size: 'small' })),
    ...(homologacao ? [centred(texts.homologation, { bold: true })] : []),
  ]
}

/** Division IX. */
const ownMessages = ({ mensagens }: Danfce): Block[] => mensagens.map(text => ({ kind: 'line', text, size: 'small' }))
