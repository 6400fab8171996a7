import { amount, zero } from '../calculation/amounts.ts'
import { classLines, furtherPart, type TreatedValues } from '../consumer/splitCombos.ts'
import type { DraftRecord } from '../draft/draftValues.ts'
import type { ClassLaw } from '../regime/productClass.ts'
import { shareTips, type TipLimits, tipCode, tipFields, tipOperation } from '../regime/tips.ts'
import type { SourceLine } from './noteSource.ts'
import type { StoredLine, StoredLines } from './storedLines.ts'

/** A line as it was sold, with what its product says. */
export interface SoldGoods extends TreatedValues {
  readonly dados: DraftRecord
  readonly cfop: string
}

/** The law under which a sale was made: classes, tips, and what the marketplace kept. */
export interface SaleLaw {
  readonly regime: 1 | 2 | 3 | 4
  readonly classes: ClassLaw
  readonly tips: TipLimits
  /** Whether the service goes to the staff whole. */
  readonly gorjeta: boolean
  readonly retido: number
}

/** A line of a source, before it is known what of it came back. */
export type UncountedLine = Omit<SourceLine, 'item' | 'devolvida'>

const valueOf = ({ valor_bruto, valor_desconto, valor_servico }: SoldGoods) => ({
  valor: amount(valor_bruto).minus(valor_desconto),
  servico: amount(valor_servico),
})

/**
 * Lines of a sale as its note told them: the note's own values, with the further parts of combos and the tips that stand after the lines that were sold.
 * Undefined for a note that does not number the sale's lines as they stand.
 */
export function toldLines(sold: readonly SoldGoods[], noted: StoredLines, law: SaleLaw): UncountedLine[] | undefined {
  const more = noted.linhas.slice(sold.length)
  const adds = ({ codigo, descricao }: StoredLine): boolean => codigo === tipCode || furtherPart.test(descricao)
  if (noted.linhas.length < sold.length || !more.every(adds)) return undefined
  const { outside } = shareTips(sold.map(valueOf), { ...law, retido: amount(law.retido), limits: law.tips })
  const valuesOf = ({ cfop, valor_unitario, valor_desconto, valor_outro, valores }: StoredLine) => ({
    ...{ cfop, valor_unitario, valor_desconto, valor_outro },
    valores: noted.addsIbsCbs ? valores : undefined,
  })
  const lines = sold.flatMap(({ dados, qtd, descricao }, at) => {
    const line = noted.linhas[at]
    if (!line) return []
    const ibscbs_fora = line.ibscbs_fora ?? (outside[at] ?? zero).toNumber()
    return [{ ...valuesOf(line), dados: { ...dados, ...line.dados, descricao }, quantidade: qtd, ibscbs_fora }]
  })
  const additions = more.map(line => {
    const { codigo, descricao, unidade, quantidade } = line
    const whole = sold.find(({ dados }) => dados.codigo === codigo)
    // Goods come back to stock by the line that was sold.
    const dados = { ...whole?.dados, ...line.dados, produtoId: null, codigo, descricao, unidade }
    return { ...valuesOf(line), dados, quantidade, ibscbs_fora: line.ibscbs_fora ?? 0 }
  })
  return [...lines, ...additions]
}

/** Lines of a sale that no note told yet: combos by their parts, and tips as the state wants them, as a consumer's note would tell them. */
export function untoldLines(sold: readonly SoldGoods[], law: SaleLaw): UncountedLine[] {
  const lines = classLines(sold, law.classes)
  const { apart, outside } = shareTips(lines.map(valueOf), { ...law, retido: amount(law.retido), limits: law.tips })
  const goods = lines.map((line, at): UncountedLine => {
    const { descricao, ibscbs_cclasstrib, qtd, valor_unitario, valor_bruto } = line
    const asSold = Math.round(qtd * valor_unitario * 100) === Math.round(valor_bruto * 100)
    const further = at < sold.length ? {} : { produtoId: null }
    return {
      dados: { ...line.dados, ...further, descricao, ibscbs_cclasstrib },
      cfop: line.cfop,
      quantidade: qtd,
      // Scales cut where a note rounds: the price is then that of the total.
      valor_unitario: asSold ? valor_unitario : Number((valor_bruto / qtd).toFixed(6)),
      valor_desconto: line.valor_desconto,
      valor_outro: apart.length > 0 ? 0 : line.valor_servico,
      ibscbs_fora: (outside[at] ?? zero).toNumber(),
    }
  })
  const main = lines.toSorted((a, b) => b.valor_bruto - a.valor_bruto)[0]
  if (!main) return goods
  const tips = apart.map((part): UncountedLine => {
    const { dados, ibscbs_cclasstrib, cfop } = main
    const fields = tipFields(part, { regime: law.regime, classe: law.tips.classe })
    return {
      dados: { ...dados, ibscbs_cclasstrib, ...fields, produtoId: null, codigo: tipCode, ncmId: null, cestId: null },
      cfop: tipOperation(part, cfop),
      quantidade: 1,
      valor_unitario: part.valor.toNumber(),
      valor_desconto: 0,
      valor_outro: 0,
      ibscbs_fora: 0,
    }
  })
  return [...goods, ...tips]
}
