import { type Amount, amount, money, sumOf, zero } from '../calculation/amounts.ts'
import { isBlank, numberIn } from '../draft/draftValues.ts'
import { type Operations, returnOperationOf } from '../operations/operationTable.ts'
import type { NoteSource, SourceLine } from './noteSource.ts'

type Body = Record<string, unknown>

/** Of what the note is made, and for whom. */
export interface DraftWish {
  readonly destinatarioId: number
  /** The text that the store writes into all of its notes. */
  readonly texto: string
  /** `idDest`: inside the state where nothing is said. */
  readonly operacao?: 1 | 2 | 3
}

/** Without freight: what is told was handed over, or came back, at the counter. */
const noFreight = 9

const noPayment = { tipo: 90, valor: 0 }

/** The draft of an invoice of a sale: where a consumer's note told it already, it refers to that and moves nothing again (CFOP 5929). */
export function saleDraft(source: NoteSource, { destinatarioId, texto, operacao = 1 }: DraftWish): Body {
  const { nota, linhas } = source
  const lines = linhas.map(line => ({
    ...line.dados,
    ...line.valores,
    quantidade: line.quantidade,
    valor_unitario: line.valor_unitario,
    ...outsideOf(line.ibscbs_fora),
    ...(nota ? { cfop: registeredCfopOf(operacao) } : cfopOf(line, operacao)),
  }))
  return {
    ...common(source, destinatarioId),
    natureza_operacao: nota ? 'OPERACAO REGISTRADA EM NFC-E' : 'VENDA',
    tipo_doc: 1,
    finalidade: 1,
    // Amounts that no price gives stay as they were paid.
    ...(linhas.some(({ valores }) => valores) ? { calculo_manual: true } : {}),
    itens: lines,
    total_desconto: sum(linhas.map(line => amount(line.valor_desconto))),
    total_outro: sum(linhas.map(line => amount(line.valor_outro))),
    // A sale that was given away has no receipts.
    pagamentos: source.pagamentos.length > 0 ? source.pagamentos.map(payment => ({ ...payment })) : [noPayment],
    chaves: nota ? [{ chave: nota.chave }] : [],
    informacao_adicional: texts(nota && `Nota emitida em substituição à ${nameOf(nota)}.`, texto),
  }
}

/** Beyond the state the product says under which operation it leaves; what has no product leaves under the same one of that place. */
function cfopOf({ cfop, dados }: SourceLine, operacao: 1 | 2 | 3): Body {
  if (cfop === '' || (operacao !== 1 && dados.produtoId)) return {}
  return { cfop: operacao === 2 ? `6${cfop.slice(1)}` : cfop }
}

const outsideOf = (ibscbs_fora: number): Body => (ibscbs_fora > 0 ? { ibscbs_fora } : {})

/** How much of a line comes back. */
export interface ReturnedLine {
  readonly item: number
  readonly quantidade: number
}

/** The draft of the note by which goods of a note come back: each item says of which one it is, by its own share of discount and service. */
export function returnDraft(
  source: NoteSource,
  returned: readonly ReturnedLine[],
  { destinatarioId, texto }: DraftWish,
  operations: Operations,
): Body {
  const { nota } = source
  const lines = returned.flatMap(({ item, quantidade }) => {
    const line = source.linhas.find(each => each.item === item)
    return line && quantidade > 0 ? [{ line, quantidade }] : []
  })
  // The share of all returns up to this one, less that of those before: the parts are the whole, however they are rounded.
  const share = (of: (line: SourceLine) => number): number =>
    sum(
      lines.map(({ line, quantidade }) => {
        const upTo = (returned: number): Amount => money(amount(of(line)).times(returned).div(line.quantidade))
        return upTo(line.devolvida + quantidade).minus(upTo(line.devolvida))
      }),
    )
  return {
    ...common(source, destinatarioId),
    natureza_operacao: 'DEVOLUCAO DE VENDA',
    tipo_doc: 0,
    finalidade: 4,
    itens: lines.map(({ line, quantidade }) => ({
      ...line.dados,
      ...enteredCodes(line.dados),
      ...sharedBases(line, quantidade),
      quantidade,
      valor_unitario: line.valor_unitario,
      ...outsideOf(money(amount(line.ibscbs_fora).times(quantidade).div(line.quantidade)).toNumber()),
      cfop: returnOperationOf(operations, line.cfop) ?? line.cfop,
      ref_chave: nota?.chave,
      ref_item: line.item,
    })),
    total_desconto: share(line => line.valor_desconto),
    total_outro: share(line => line.valor_outro),
    pagamentos: [noPayment],
    chaves: nota ? [{ chave: nota.chave }] : [],
    informacao_adicional: texts(nota && `Devolução referente à ${nameOf(nota)}.`, texto),
  }
}

/** Without a state of its own the operation follows the recipient's; who buys at the counter buys in the state of the store (`idDest` 1). */
const common = ({ presenca, consumidor }: NoteSource, destinatarioId: number): Body => ({
  destinatarioId,
  presenca,
  consumidor,
  modo_frete: noFreight,
  ...(presenca === 1 ? { identificador_operacao: 1 } : {}),
})

/** Amounts that an item tells of its purchase: of what comes back, by its quantity. */
function sharedBases({ dados, quantidade }: SourceLine, returned: number): Body {
  const names = ['icms_st_ret_bc', 'icms_st_ret_sub_v'].filter(name => !isBlank(dados[name]))
  const share = (name: string): number => money(amount(numberIn(dados[name])).times(returned).div(quantidade)).toNumber()
  return Object.fromEntries(names.map(name => [name, share(name)]))
}

/** CST of "other operations" and of IPI have one code for what leaves and one for what comes in. */
function enteredCodes({ pis_cst, cofins_cst, ipi_cst }: SourceLine['dados']): Body {
  const entered = (cst: unknown): unknown => (cst === '49' ? '98' : cst)
  const ipi = typeof ipi_cst === 'string' && /^5[0-5]$/.test(ipi_cst) ? `0${ipi_cst[1]}` : ipi_cst === '99' ? '49' : ipi_cst
  return { pis_cst: entered(pis_cst), cofins_cst: entered(cofins_cst), ipi_cst: ipi }
}

/** The CFOP of an invoice for what a consumer's note told already: in the state, and beyond it. */
const registeredCfopOf = (operation: number): string => (operation === 2 ? '6929' : '5929')

const sum = (amounts: readonly Amount[]): number => (amounts.length === 0 ? zero : sumOf(amounts)).toNumber()

const nameOf = ({ modelo, numero, serie, chave }: NonNullable<NoteSource['nota']>): string =>
  `${modelo === '65' ? 'NFC-e' : 'NF-e'} nº ${numero}, série ${serie}, chave ${chave}`

const texts = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join('\n')
