import { DateTime } from 'luxon'
import {
  type Job,
  type JobContext,
  mailAdministrators,
  type Queries,
  type RowOf,
  secretsOfInstallation,
} from '../../../server/domain.ts'
import { type TaxRateRow, taxLawOn } from '../core/public.ts'
import { readTaxRules } from '../rates/readTaxLaw.ts'

/** The authority's days are those of Brasília. */
const zone = 'America/Sao_Paulo'
/** How many days before a rate is missed it is looked for. */
const AHEAD = 45
/** Whether so many days before are one on which a letter goes out. */
const isStep = (days: number): boolean => days <= 7 || [15, 30, AHEAD].includes(days)

/** Each morning: administrators are told of rates of IBS and CBS that stores with a certificate will miss. */
export const warnOfRates: Job = {
  id: 'missing-rates',
  cron: '0 8 * * *',
  zone,
  run: context => warnAdministrators(context, new Date()),
}

/** Runs the job at a moment. */
export async function warnAdministrators(
  { model, database, dataDir }: Pick<JobContext, 'model' | 'database' | 'dataDir'>,
  now: Date,
): Promise<void> {
  const q = database.system
  const missing = await firstMissing(q, DateTime.fromJSDate(now, { zone }))
  if (!missing || !isStep(missing.days)) return
  await mailAdministrators(
    { q, model: model(), secrets: secretsOfInstallation(dataDir) },
    {
      code: 'rates-missing',
      params: { date: missing.day.toFormat('dd/MM/yyyy'), count: missing.days, states: missing.states.join(', ') },
      page: '/aliquotas_ibscbs',
    },
  )
}

interface IssuingPlace extends Record<string, unknown> {
  readonly uf: string
  readonly municipio: string | null
  readonly regime: number
}

interface MissingRates {
  readonly day: DateTime
  readonly days: number
  readonly states: readonly string[]
}

/** The first day on which a store that issues notes has to tell IBS and CBS and lacks a rate, with the states of such stores. */
async function firstMissing(q: Queries, today: DateTime): Promise<MissingRates | undefined> {
  const [places, rates, rules] = await Promise.all([
    q.query<IssuingPlace>(
      `SELECT DISTINCT coalesce(l.uf, '') AS uf, l.codigo_municipio::text AS municipio, coalesce(r.regime_tributario, l.regime_tributario, 1)::int AS regime
       FROM lojas l JOIN "Loja_certificados" c ON c."lojaId" = l."lojaId"
       LEFT JOIN (SELECT "lojaId", (array_agg(regime_tributario ORDER BY vigencia_inicio DESC))[1] AS regime_tributario FROM "Loja_regimes"
         WHERE vigencia_inicio <= $1::date GROUP BY "lojaId") r ON r."lojaId" = l."lojaId"
       WHERE l.id = l."lojaId"`,
      [today.plus({ days: AHEAD }).toISODate()],
    ),
    q.query<TaxRateRow & RowOf<'aliquotas_ibscbs', 'tributo' | 'local' | 'classe' | 'vigencia_inicio' | 'vigencia_fim'>>(
      `SELECT tributo, local, classe, aliquota::float8, vigencia_inicio, vigencia_fim FROM aliquotas_ibscbs WHERE tributo <> 'IS'`,
    ),
    readTaxRules(q),
  ])
  const known = new Set(rates.rows.map(({ local }) => local))
  // Places without rates of their own have those of the country, and are looked at once.
  const alike = Map.groupBy(places.rows, ({ uf, municipio, regime }) =>
    JSON.stringify([regime, known.has(uf) ? uf : '', municipio !== null && known.has(municipio) ? municipio : '']),
  )
  const kinds = [...alike].map(([key, all]) => {
    const [regime, uf, municipio] = JSON.parse(key)
    const own = rates.rows.filter(({ local }) => ['BR', uf, municipio].includes(local))
    return { place: { regime: Number(regime), uf: String(uf), municipio: String(municipio) }, own, all }
  })
  for (let days = 0; days <= AHEAD; days += 1) {
    const day = today.plus({ days })
    const lacking = kinds.filter(({ place, own }) => {
      const asked = { ...place, day: day.toFormat('yyyy-MM-dd'), modelo: '65' as const }
      const law = taxLawOn({ classes: [], rates: own, rules, limits: [] }, asked)
      return law.tellsIbsCbs && law.rates === undefined
    })
    if (lacking.length === 0) continue
    const states = lacking.flatMap(({ all }) => all.map(({ uf }) => uf || '?'))
    return { day, days, states: [...new Set(states)].sort() }
  }
  return undefined
}
