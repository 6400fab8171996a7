import { createPrivateKey, X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import { DateTime } from 'luxon'
import { memoizeByKey } from '../../../base/memoizeByKey.ts'
import type { Queries, ValuesOf } from '../../../server/plugin.ts'
import { openTestAuthority } from '../simulator/certificates.ts'
import type { IssuingStore } from '../transmission/readStore.ts'
import type { StoreKeys } from '../transmission/storeKeys.ts'

const namespace = 'http://www.portalfiscal.inf.br/nfe'

const made = new Map<string, StoreKeys>()

/** Keys of a demo's store, from an authority of tests: made once. */
export const demoKeys = (store: IssuingStore, dataDir: string): StoreKeys =>
  memoizeByKey(made, `${dataDir} ${store.cnpj}`, () => makeKeys(store, dataDir))

function makeKeys({ cnpj, razao_social, uf }: IssuingStore, dataDir: string): StoreKeys {
  const authority = openTestAuthority(join(dataDir, 'sefaz', 'authority'))
  const identity = authority.issue({ name: razao_social ?? '', cnpj: cnpj ?? '' })
  const certificate = new X509Certificate(identity.certificate)
  return {
    identity: { ...identity, chain: [] },
    state: uf ?? '',
    signing: { key: createPrivateKey(identity.key), certificate },
    csc: undefined,
    fingerprint: certificate.fingerprint256,
  }
}

export const demoZone = 'America/Sao_Paulo'

/** The demo's stores are in São Paulo. */
export const demoMoment = (at: Date): string => DateTime.fromJSDate(at, { zone: demoZone }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ")

/** Number of a receipt that no authority gave. */
export const demoProtocol = (key: string, id: number): string => `135${key.slice(2, 4)}${`${id}`.padStart(10, '0')}`

/** Returns the receipt that the authority would have given of a note. */
export const noteReceipt = (key: string, tpAmb: number, at: string, protocol: string, digest: string): string =>
  `<protNFe xmlns="${namespace}" versao="4.00"><infProt><tpAmb>${tpAmb}</tpAmb><verAplic>DEMONSTRACAO</verAplic><chNFe>${key}</chNFe><dhRecbto>${at}</dhRecbto>` +
  `<nProt>${protocol}</nProt><digVal>${digest}</digVal><cStat>100</cStat><xMotivo>Autorizado o uso da NF-e</xMotivo></infProt></protNFe>`

/** Returns the receipt that the authority would have given of a cancellation. */
export const eventReceipt = (key: string, tpAmb: number, at: string, protocol: string): string =>
  `<retEvento xmlns="${namespace}" versao="1.00"><infEvento><tpAmb>${tpAmb}</tpAmb><verAplic>DEMONSTRACAO</verAplic><cOrgao>35</cOrgao><cStat>135</cStat>` +
  `<xMotivo>Evento registrado e vinculado a NF-e</xMotivo><chNFe>${key}</chNFe><tpEvento>110111</tpEvento><nSeqEvento>1</nSeqEvento><dhRegEvento>${at}</dhRegEvento>` +
  `<nProt>${protocol}</nProt></infEvento></retEvento>`

/** A note with its receipt, as its recipient gets it. */
export const processedNote = (note: string, receipt: string): string =>
  `<nfeProc xmlns="${namespace}" versao="4.00">${note}${receipt}</nfeProc>`

/** A document that the authority took, as it is stored. */
export interface DemoDocument {
  readonly lojaId: number
  /** Column of the record that it is of, and its number. */
  readonly owner: 'nfceId' | 'nfeEmissaoId' | 'nfeId'
  readonly id: number
  readonly modelo: '55' | '65'
  readonly tipo: 'NOTA' | 'CANCELAMENTO' | 'RECEBIDA'
  readonly ambiente: 1 | 2
  readonly chave: string
  readonly serie?: number
  readonly numero?: number
  readonly cnf?: string
  readonly documento: string
  readonly protocolo?: string
  readonly resposta?: string
  readonly em: string
}

type KeptColumn =
  | 'modelo'
  | 'tipo'
  | 'ambiente'
  | 'chave'
  | 'serie'
  | 'numero'
  | 'cnf'
  | 'documento'
  | 'protocolo'
  | 'resposta'
  | 'decidida_em'
  | 'cStat'
  | 'xMotivo'

export async function keepDemoDocument(q: Queries, of: DemoDocument): Promise<void> {
  const { lojaId, id, owner, modelo, tipo, ambiente, chave, serie = null, numero = null, cnf = null, documento, em } = of
  const { protocolo = null, resposta = null } = of
  // In the order of the statement.
  const kept: ValuesOf<'NFe_transmissaos', KeptColumn> = {
    ...{ modelo, tipo, ambiente, chave, serie, numero, cnf, documento, protocolo, resposta, decidida_em: em },
    ...(tipo === 'CANCELAMENTO'
      ? { cStat: '135', xMotivo: 'Evento registrado e vinculado a NF-e' }
      : { cStat: '100', xMotivo: 'Autorizado o uso da NF-e' }),
  }
  await q.query(
    `INSERT INTO "NFe_transmissaos" ("lojaId", "${owner}", modelo, estado, tipo, ambiente, chave, serie, numero, cnf, documento, protocolo, resposta, decidida_em,
       "cStat", "xMotivo", tentativas)
     VALUES ($1, $2, $3, 'ACEITO', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 1)`,
    [lojaId, id, ...Object.values(kept)],
  )
}
