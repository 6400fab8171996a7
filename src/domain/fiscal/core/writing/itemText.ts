import { itemPaid } from '../calculation/calculateNote.ts'
import type { ItemAmounts, NoteItem } from '../calculation/noteRecord.ts'
import { decimalField, element, field, group, moneyField, someMoney, type Xml } from './element.ts'
import { fiscalLines, fiscalText } from './fiscalText.ts'
import { icmsText } from './icmsText.ts'
import type { NoteDocument, NoteProduct } from './noteDocument.ts'
import { contributionText, hasIbsCbsTotal, ibsCbsText, ipiText, rateDifferenceText, selectiveText } from './taxText.ts'

/** The name that the first item of a consumer's note must have where nothing counts. */
const testItem = 'NOTA FISCAL EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL'

/** A line of the note. */
export function itemText(note: NoteDocument, at: number): Xml {
  const { law } = note
  const [product, item, amounts] = [note.produtos[at], note.itens[at], note.calculo.items[at]]
  if (!product || !item || !amounts) throw new Error(`The note has no item ${at + 1}`)
  return element(
    'det',
    { nItem: `${at + 1}` },
    productText(note, product, item, amounts, at),
    group(
      'imposto',
      product.total_tributos === undefined ? '' : moneyField('vTotTrib', product.total_tributos),
      icmsText(item, amounts),
      // A consumer's note has no IPI.
      note.modelo === '55' ? ipiText(item, amounts, law) : '',
      law.hasContributions ? contributionText('PIS', item, amounts) + contributionText('COFINS', item, amounts) : '',
      rateDifferenceText(item, amounts, note.header, law),
      selectiveText(item, amounts, law),
      ibsCbsText(item, amounts, law),
    ),
    field('infAdProd', fiscalLines(product.informacao ?? '', 500)),
    hasIbsCbsTotal(note.itens, law) ? moneyField('vItem', itemPaid(amounts, law).toNumber()) : '',
    returnedText(product),
  )
}

/** The item of another note that comes back by this one. */
const returnedText = ({ devolve }: NoteProduct): Xml =>
  devolve ? group('DFeReferenciado', field('chaveAcesso', devolve.chave), field('nItem', devolve.item)) : ''

function productText(note: NoteDocument, product: NoteProduct, item: NoteItem, amounts: ItemAmounts, at: number): Xml {
  const isTest = note.modelo === '65' && note.ambiente === 2 && at === 0
  const gtin = product.gtin ?? 'SEM GTIN'
  const unit = fiscalText(product.unidade, 6) || 'UN'
  const quantity = (name: string): Xml => decimalField(name, item.quantidade, 4)
  const price = (name: string): Xml => decimalField(name, item.valor_unitario, 10)
  return group(
    'prod',
    field('cProd', fiscalText(product.codigo, 60)),
    field('cEAN', gtin),
    field('xProd', isTest ? testItem : fiscalText(product.descricao, 120) || 'PRODUTO'),
    field('NCM', product.ncm),
    product.cest ? field('CEST', product.cest) + field('indEscala', product.ind_escala) + field('CNPJFab', product.cnpj_fab) : '',
    field('cBenef', product.codigo_beneficio),
    field('CFOP', product.cfop),
    field('uCom', unit),
    quantity('qCom'),
    price('vUnCom'),
    moneyField('vProd', amounts.valor_total),
    field('cEANTrib', gtin),
    field('uTrib', unit),
    quantity('qTrib'),
    price('vUnTrib'),
    someMoney('vFrete', amounts.valor_frete),
    someMoney('vSeg', amounts.valor_seguro),
    someMoney('vDesc', amounts.valor_desconto),
    someMoney('vOutro', amounts.valor_outro),
    field('indTot', '1'),
    product.pedido ? field('xPed', fiscalText(product.pedido.numero, 15)) + field('nItemPed', product.pedido.item) : '',
  )
}
