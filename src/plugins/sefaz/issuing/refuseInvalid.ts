import { DateTime } from 'luxon'
import { ApiError, type UnitOfWork } from '../../../server/plugin.ts'
import { checkSchema } from '../check/checkSchema.ts'
import { chooseSchema } from '../schema/schemaPackages.ts'
import { SchemaRoom } from '../schema/schemaRoom.ts'
import { parseXml } from '../xml/parseXml.ts'
import { blockedUntil, type TransmissionKind } from './transmissions.ts'

let schemas: SchemaRoom | undefined

/** What chooses a document's schema. */
interface Issued {
  readonly ambiente: 1 | 2
  /** With its offset. */
  readonly emitida_em: string
}

/** Holds what is about to be stored and sent to the authority's schema. @throws ApiError for what that refuses */
export function refuseInvalid(text: string, { ambiente, emitida_em }: Issued): void {
  const moment = { tpAmb: `${ambiente}`, issued: emitida_em }
  schemas ??= new SchemaRoom()
  const document = parseXml(text)
  try {
    const { root } = document
    const schema = chooseSchema(root.name, moment)
    const problems = schema
      ? schemas.validate(document, schema)
      : checkSchema(schemas, { element: root, isRoot: true, document }, moment).problems
    const [problem] = problems
    if (problem !== undefined) throw new ApiError(400, 'nfce.invalid', { problem })
  } finally {
    document.dispose()
  }
}

/** Nothing of a kind is stored while the authority blocks the store for it. @throws ApiError until when */
export async function refuseBlocked({ q, caller }: UnitOfWork, lojaId: number, tipo: TransmissionKind): Promise<void> {
  const until = await blockedUntil(q, lojaId, tipo)
  if (until)
    throw new ApiError(400, 'nfce.request-blocked', {
      until: DateTime.fromJSDate(until, { zone: caller.zone }).toFormat('HH:mm'),
    })
}
