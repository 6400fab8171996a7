import { childrenOf, elementAt, textAt } from '../../../domain/fiscal/core/public.ts'
import type { Authority } from '../transport/authority.ts'
import type { CallerIdentity } from '../transport/soapCall.ts'
import { readAnswer } from './readAnswer.ts'

/** The company whose documents are asked for, and from where on. */
export interface DistributionWish {
  readonly environment: 1 | 2
  /** IBGE's code of the store's state. */
  readonly stateCode: string
  readonly cnpj: string
  /** The last number that was read; or the key of one note, which comes whole once the store has said a word on it. */
  readonly from: { readonly last: string } | { readonly key: string }
}

/** A packed document of an answer. */
export interface PackedDocument {
  readonly nsu: string
  /** base64 of gzip. */
  readonly packed: string
}

/** The documents that the national authority has for a company. */
export interface Distribution {
  /** 138: documents; 137: none; 656: asked too often. */
  readonly cStat: string
  readonly xMotivo: string
  readonly last: string
  readonly most: string
  readonly documents: readonly PackedDocument[]
}

/** Documents of one answer. */
const batch = 50

/** Asks for what others issued to a company, from a number on, or for one note (NFeDistribuicaoDFe). @throws CallFailure */
export async function fetchDistribution(
  authority: Authority,
  { environment, stateCode, cnpj, from }: DistributionWish,
  identity: CallerIdentity,
): Promise<Distribution> {
  const last = 'last' in from ? from.last.padStart(15, '0') : '0'.repeat(15)
  const wanted =
    'last' in from ? `<distNSU><ultNSU>${last}</ultNSU></distNSU>` : `<consChNFe><chNFe>${from.key}</chNFe></consChNFe>`
  const message = `<distDFeInt xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.01"><tpAmb>${environment}</tpAmb><cUFAutor>${stateCode}</cUFAutor><CNPJ>${cnpj}</CNPJ>${wanted}</distDFeInt>`
  const answer = await authority.call({ model: '55', environment, state: 'AN', service: 'NfeDistribuicaoDFe' }, message, identity)
  const { result } = readAnswer(answer, 'retDistDFeInt')
  const number = (path: string): string | undefined => {
    const text = textAt(result, path)
    return text !== undefined && /^\d{1,15}$/.test(text) ? text.padStart(15, '0') : undefined
  }
  const documents = childrenOf(elementAt(result, 'loteDistDFeInt'), 'docZip').slice(0, batch)
  const read = number('ultNSU') ?? last
  return {
    cStat: textAt(result, 'cStat') ?? '',
    xMotivo: textAt(result, 'xMotivo') ?? '',
    last: read,
    most: number('maxNSU') ?? read,
    documents: documents.map(({ attributes, text }) => ({ nsu: attributes.NSU ?? '', packed: text })),
  }
}
