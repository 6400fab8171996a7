import type { ColumnOf, DataRow, Queries } from '../../../server/domain.ts'
import { lastDayOfKey, numberIn } from '../core/public.ts'

/** `finNFe` of a return. */
const returning = 4

/**
 * The day of the sale that a return takes back: that of the first note it names, where the store has it, else the last day of the month that its key
 * tells; undefined where the draft is no return or names none.
 */
export async function returnedDay(
  q: Queries,
  {
    lojaId,
    record,
    keys,
    zone,
  }: { readonly lojaId: number; readonly record: DataRow; readonly keys: readonly string[]; readonly zone: string },
): Promise<string | undefined> {
  const [key] = keys
  if (numberIn(record.finalidade) !== returning || key === undefined) return undefined
  const { rows } = await q.query<{ dia: ColumnOf<'NFCes', 'dhEmi'> }>(
    `SELECT (min(e) AT TIME ZONE $3)::date::text AS dia FROM (
       SELECT "dhEmi" AS e FROM "NFCes" WHERE "lojaId" = $1 AND "chNFe" = $2
       UNION ALL SELECT emitida_em FROM "NFe_emissaos" WHERE "lojaId" = $1 AND chave = $2
       UNION ALL SELECT "dhEmi" FROM nfes WHERE "lojaId" = $1 AND "chNFe" = $2) n`,
    [lojaId, key, zone],
  )
  return rows[0]?.dia ?? lastDayOfKey(key)
}
