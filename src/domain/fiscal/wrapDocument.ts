const namespace = 'http://www.portalfiscal.inf.br/nfe'

/** The elements around a document and its proof; of an event where nothing else is said. */
const wrappers: Readonly<Record<string, readonly [name: string, version: string]>> = {
  NOTA: ['nfeProc', '4.00'],
  INUTILIZACAO: ['ProcInutNFe', '4.00'],
}

/** A sent document with the authority's proof of it, as others want it; a received one is whole as it came. */
export function wrapDocument(tipo: string, documento: string, resposta: string | null): string {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>'
  if (tipo === 'RECEBIDA') return declaration + documento
  const [wrapper, version] = wrappers[tipo] ?? ['procEventoNFe', '1.00']
  const proof = resposta ?? ''
  if (proof.startsWith(`<${wrapper}`)) return declaration + proof
  return `${declaration}<${wrapper} xmlns="${namespace}" versao="${version}">${documento}${proof}</${wrapper}>`
}
