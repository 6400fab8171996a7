import { childrenOf, type DocumentElement, decimalAt, elementAt } from '../../../domain/fiscal/core/public.ts'
import type { PaperItem } from './danfe.ts'
import { showsReform } from './taxBlocks.ts'
import { firstOf, joined, moneyAt, numberAt, onlyGroup, printedDay, saidAt, someMoneyAt } from './values.ts'

/** The items as the paper lists them. */
export const itemRows = (info: DocumentElement): PaperItem[] => {
  const reform = showsReform(info)
  return childrenOf(info, 'det').map(line => itemOf(line, reform))
}

function itemOf(line: DocumentElement, reform: boolean): PaperItem {
  const product = elementAt(line, 'prod')
  const taxes = elementAt(line, 'imposto')
  const icms = onlyGroup(taxes, 'ICMS')
  const ipi = elementAt(taxes, 'IPI/IPITrib')
  const two = taxedInOtherUnits(product)
  const both = (trade: string, taxed: string): string[] => (two ? [trade, taxed] : [trade])
  return {
    codigo: saidAt(product, 'cProd'),
    descricao: [saidAt(product, 'xProd'), ...belowDescription(line, reform)].filter(text => text !== ''),
    ncm: saidAt(product, 'NCM'),
    cst: joined('', saidAt(icms, 'orig'), firstOf(icms, 'CST', 'CSOSN')),
    cfop: saidAt(product, 'CFOP'),
    unidade: both(saidAt(product, 'uCom'), saidAt(product, 'uTrib')),
    quantidade: both(numberAt(product, 'qCom', 0), numberAt(product, 'qTrib', 0)),
    unitario: both(priceAt(product, 'vUnCom'), priceAt(product, 'vUnTrib')),
    total: moneyAt(product, 'vProd'),
    desconto: moneyAt(product, 'vDesc'),
    baseIcms: moneyAt(icms, 'vBC'),
    valorIcms: moneyAt(icms, 'vICMS'),
    valorIpi: moneyAt(ipi, 'vIPI'),
    aliquotaIcms: moneyAt(icms, 'pICMS'),
    aliquotaIpi: moneyAt(ipi, 'pIPI'),
  }
}

/** Zeros at the end of a price say nothing. */
const priceAt = (product: DocumentElement | undefined, name: string): string => numberAt(product, name, 2)

/** The manual asks for both units where they differ. */
function taxedInOtherUnits(product: DocumentElement | undefined): boolean {
  const quantities = ['qCom', 'qTrib'].map(name => decimalAt(product, name))
  const [trade, taxed] = quantities
  if (!trade || !taxed) return false
  return saidAt(product, 'uCom') !== saidAt(product, 'uTrib') || !trade.equals(taxed)
}

function belowDescription(line: DocumentElement, reform: boolean): string[] {
  const product = elementAt(line, 'prod')
  const taxes = elementAt(line, 'imposto')
  const icms = onlyGroup(taxes, 'ICMS')
  return [
    saidAt(line, 'infAdProd'),
    ...childrenOf(product, 'rastro').map(lotText),
    orderText(product),
    substitutionText(icms),
    amountText('FCP', someMoneyAt(icms, 'pFCP'), someMoneyAt(icms, 'vFCP')),
    amountText('FCP ST', someMoneyAt(icms, 'pFCPST'), someMoneyAt(icms, 'vFCPST')),
    servicesText(elementAt(taxes, 'ISSQN')),
    reform ? reformText(elementAt(taxes, 'IBSCBS')) : '',
  ]
}

const lotText = (lot: DocumentElement): string =>
  `Lote ${saidAt(lot, 'nLote')} Qtd. ${numberAt(lot, 'qLote', 0)} Fab. ${printedDay(saidAt(lot, 'dFab'))} Val. ${printedDay(saidAt(lot, 'dVal'))}`

const orderText = (product: DocumentElement | undefined): string => {
  const order = saidAt(product, 'xPed')
  return order === '' ? '' : joined(' ', `Pedido ${order}`, saidAt(product, 'nItemPed') && `item ${saidAt(product, 'nItemPed')}`)
}

const substitutionText = (icms: DocumentElement | undefined): string =>
  decimalAt(icms, 'vICMSST')?.greaterThan(0)
    ? `ICMS ST: BC ${moneyAt(icms, 'vBCST')} Alíq. ${moneyAt(icms, 'pICMSST')}% Valor ${moneyAt(icms, 'vICMSST')}`
    : ''

const amountText = (name: string, rate: string, value: string): string =>
  value === '' ? '' : `${name}: Alíq. ${rate}% Valor ${value}`

const servicesText = (services: DocumentElement | undefined): string =>
  services
    ? `ISSQN: BC ${moneyAt(services, 'vBC')} Alíq. ${moneyAt(services, 'vAliq')}% Valor ${moneyAt(services, 'vISSQN')}`
    : ''

const reformText = (taxes: DocumentElement | undefined): string =>
  taxes
    ? joined(
        ' ',
        `IBS/CBS: CST ${saidAt(taxes, 'CST')} Class. ${saidAt(taxes, 'cClassTrib')}`,
        elementAt(taxes, 'gIBSCBS') ? `BC ${moneyAt(taxes, 'gIBSCBS/vBC')}` : '',
        elementAt(taxes, 'gIBSCBS') ? `IBS ${moneyAt(taxes, 'gIBSCBS/vIBS')}` : '',
        elementAt(taxes, 'gIBSCBS') ? `CBS ${moneyAt(taxes, 'gIBSCBS/gCBS/vCBS')}` : '',
      )
    : ''
