import type { ColumnOf, Queries } from '../../../server/domain.ts'
import { type InvoiceContext, interstateRates, isInterstate } from '../core/public.ts'
import { readInterstateLimits } from '../rates/readTaxLaw.ts'
import { readRegime } from '../regime/readRegime.ts'

/** Reads it, as it is on a day of the store: the recipient of the same store alone. */
export async function readInvoiceContext(
  q: Queries,
  lojaId: number,
  destinatarioId: number,
  day: string,
): Promise<InvoiceContext> {
  const { regime, regular } = await readRegime(q, lojaId, day)
  const { rows } = await q.query<Row>(
    `SELECT coalesce(l.ambiente_fiscal, 2)::int AS ambiente, coalesce(l.uf, '') AS uf, coalesce(l.codigo_municipio, '') AS municipio,
       coalesce(l.nfe_cred_sn_alq, 0)::float8 AS cred_sn_alq, p.cnpj, p.ie, coalesce(p.contrato_refeicao, false) AS contrato,
       e.uf AS destino, e.codigo_municipio AS cidade
     FROM lojas l LEFT JOIN parceiros p ON p."lojaId" = $1 AND p.id = $2
     LEFT JOIN LATERAL (SELECT e.uf, e.codigo_municipio FROM parceiros_enderecos e WHERE e."lojaId" = $1 AND e."parceirosId" = p.id ORDER BY e.ordem, e.id LIMIT 1) e ON true
     WHERE l."lojaId" = $1 AND l.id = $1`,
    [lojaId, destinatarioId],
  )
  const { cnpj = null, ie = null, destino = null, cidade = null, municipio = '', ...store } = rows[0] ?? nowhere
  const { nacional, importados } = await readRatesBetween(q, store.uf, destino || store.uf, day)
  return {
    ...store,
    regime,
    regular,
    uf_destinatario: destino || store.uf,
    municipio_destinatario: destino ? (cidade ?? '') : municipio,
    icms_interestadual: nacional,
    icms_importados: importados,
    ie_destinatario: destino === 'EX' ? 9 : registrationOf(cnpj, ie),
  }
}

/** Reads the rates of ICMS between two states; none within one, nor abroad. */
async function readRatesBetween(q: Queries, from: string, to: string, day: string) {
  if (!isInterstate(from, to)) return { nacional: null, importados: null }
  const rateOf = interstateRates(await readInterstateLimits(q), day)
  const rate = (orig: string): number | null => rateOf(from, to, orig)?.toNumber() ?? null
  return { nacional: rate('0'), importados: rate('1') }
}

interface Row extends Pick<InvoiceContext, 'contrato' | 'ambiente' | 'uf' | 'cred_sn_alq'> {
  readonly cnpj?: ColumnOf<'parceiros', 'cnpj'>
  readonly ie?: ColumnOf<'parceiros', 'ie'>
  readonly destino?: ColumnOf<'parceiros_enderecos', 'uf'>
  readonly cidade?: ColumnOf<'parceiros_enderecos', 'codigo_municipio'>
  readonly municipio?: string
}

const nowhere: Row = { ambiente: 2, uf: '', cred_sn_alq: 0 }

/** A company with a registration pays the tax itself; one that is exempt says so; everybody else does not. */
function registrationOf(cnpj: string | null, ie: string | null): 1 | 2 | 9 {
  if ((cnpj ?? '').length !== 14 || !ie?.trim()) return 9
  return ie.toUpperCase().includes('ISENT') ? 2 : 1
}
