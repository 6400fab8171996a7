/** Amounts of the layout, as people call them. */
const names: Readonly<Record<string, string>> = {
  vProd: 'valor dos produtos',
  vUnCom: 'valor unitário',
  qCom: 'quantidade',
  vFrete: 'frete',
  vSeg: 'seguro',
  vDesc: 'desconto',
  vOutro: 'outras despesas',
  vBC: 'base do ICMS',
  vICMS: 'ICMS',
  vICMSDeson: 'ICMS desonerado',
  vICMSOp: 'ICMS da operação',
  vICMSDif: 'ICMS diferido',
  vBCST: 'base do ICMS-ST',
  vST: 'ICMS-ST',
  vICMSST: 'ICMS-ST',
  vBCFCP: 'base do FCP',
  vFCP: 'FCP',
  vBCFCPST: 'base do FCP-ST',
  vFCPST: 'FCP-ST',
  vFCPSTRet: 'FCP-ST retido',
  vCredICMSSN: 'crédito do Simples Nacional',
  vFCPUFDest: 'FCP do estado de destino',
  vICMSUFDest: 'ICMS do estado de destino',
  vICMSUFRemet: 'ICMS do estado de origem',
  vIPI: 'IPI',
  vIPIDevol: 'IPI devolvido',
  vII: 'imposto de importação',
  vPIS: 'PIS',
  vCOFINS: 'COFINS',
  vTotTrib: 'tributos aproximados',
  vIBS: 'IBS',
  vIBSUF: 'IBS do estado',
  vIBSMun: 'IBS do município',
  vCBS: 'CBS',
  vBCIBSCBS: 'base do IBS e da CBS',
  vIS: 'imposto seletivo',
  vNF: 'total da nota',
  vNFTot: 'total da nota com os novos tributos',
}

/** Bases that the layout calls alike in every tax. */
const taxes: Readonly<Record<string, string>> = {
  PIS: 'PIS',
  COFINS: 'COFINS',
  IPI: 'IPI',
  II: 'imposto de importação',
  ISSQN: 'ISSQN',
}

/**
 * A place of a note's XML in words: `det[7]/imposto/ICMS/ICMS10/vICMSST` is "Item 7: ICMS-ST (vICMSST)". The tag stays beside them, as accountants and
 * suppliers speak of it.
 */
export function differencePlace(path: string): string {
  const steps = path.split('/')
  const tag = steps.at(-1) ?? path
  const [, item] = /^det\[(\d+)\]/.exec(path) ?? []
  const tax = steps.map(step => taxes[step]).find(Boolean)
  const name = tag === 'vBC' && tax ? `base do ${tax}` : names[tag]
  const where = item ? `Item ${item}` : 'Totais'
  return name ? `${where}: ${name} (${tag})` : `${where}: ${tag}`
}

/** A figure of the XML as it is written here: 25.50 is 25,50. */
export const differenceFigure = (text: string): string => (/^-?\d+\.\d+$/.test(text) ? text.replace('.', ',') : text)
