import type { XmlDocument } from 'libxml2-wasm'
import { ApiError } from '../../../server/plugin.ts'
import { chooseSchema } from '../schema/schemaPackages.ts'
import { SchemaValidator } from '../schema/schemaValidator.ts'
import { type SigningKey, signDocument } from '../signature/signDocument.ts'
import { checkSchema } from './checkSchema.ts'

let schemas: SchemaValidator | undefined

/** The facts that choose a document's schema. */
interface Issued {
  readonly ambiente: 1 | 2
  /** With its offset. */
  readonly emitida_em: string
}

/** Signs what is about to be stored and sent, and holds it to the authority's schema. @throws ApiError for what that refuses */
export const signValid = (text: string, key: SigningKey, issued: Issued): string =>
  signDocument(text, key, document => refuseInvalid(document, issued))

function refuseInvalid(document: XmlDocument, { ambiente, emitida_em }: Issued): void {
  const moment = { tpAmb: `${ambiente}`, issued: emitida_em }
  schemas ??= new SchemaValidator()
  const { root } = document
  const schema = chooseSchema(root.name, moment)
  const problems = schema
    ? schemas.validate(document, schema)
    : checkSchema(schemas, { element: root, isRoot: true, document }, moment).problems
  const [problem] = problems
  if (problem === undefined) return
  // The validator's words are English and long: they go to the log, as the cause.
  const field = /Element '([^']+)'/.exec(problem)?.[1] ?? root.name
  throw Object.assign(new ApiError(400, 'nfce.invalid', { problem: field }), { cause: problems })
}
