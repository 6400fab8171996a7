import type { XmlElement } from 'libxml2-wasm'
import {
  chooseEventSchema,
  chooseOldEventSchema,
  chooseSchema,
  type DocumentMoment,
  type SchemaChoice,
} from '../schema/schemaPackages.ts'
import type { SchemaValidator } from '../schema/schemaValidator.ts'
import { parseXml } from '../xml/parseXml.ts'
import { childElements } from '../xml/readElement.ts'
import type { FileReport } from './fileReport.ts'
import type { Payload } from './findPayload.ts'

const namespace = 'http://www.portalfiscal.inf.br/nfe'

/** Holds a message to its schema, and each event in it to that of its kind, in the two steps of the authority. */
export function checkSchema(
  schemas: SchemaValidator,
  { element, isRoot, document }: Payload,
  moment: DocumentMoment,
): FileReport['schema'] {
  const packages = new Set<string>()
  const problems: string[] = []
  const validate = (what: Parameters<SchemaValidator['validate']>[0], choice: SchemaChoice | undefined): void => {
    if (!choice) return
    packages.add(choice.package)
    problems.push(...schemas.validate(what, choice))
  }
  if (element.namespaceUri !== namespace)
    problems.push(`line ${element.line}: ${element.name} is not in the namespace ${namespace}`)
  for (const one of [element, ...childElements(element)])
    if (one.namespaceUri === namespace && one.namespacePrefix !== '')
      problems.push(
        `line ${one.line}: ${one.name} has the prefix ${one.namespacePrefix}, which the authority refuses (rejection 404)`,
      )
  const contained = eventsIn(element)
  const old = chooseOldEventSchema(element.name, contained[0]?.tpEvento ?? '', moment)
  if (old) {
    validate(isRoot ? document : element, old)
    return { valid: problems.length === 0, package: old.package, problems }
  }
  // Others than the schema write the root of a voiding in lower case: its two parts are what counts.
  if (element.name === 'procInutNFe') for (const part of childElements(element)) validate(part, chooseSchema(part.name, moment))
  else if (element.name === 'evento') {
    // A single event has no root of its own in the schema: it is held to it in a batch of one.
    using batch = parseXml(
      `<envEvento xmlns="${namespace}" versao="1.00"><idLote>1</idLote>${element.canonicalizeToString()}</envEvento>`,
    )
    validate(batch, chooseSchema('envEvento', moment))
  } else validate(isRoot ? document : element, chooseSchema(element.name, moment))
  for (const { details, tpEvento } of contained) validate(details, chooseEventSchema(tpEvento))
  return { valid: problems.length === 0, package: [...packages].join(' + ') || null, problems }
}

/** Returns the details of each event of a message, with its kind. */
function eventsIn(element: XmlElement): { details: XmlElement; tpEvento: string }[] {
  if (element.name !== 'evento') return [...childElements(element)].flatMap(eventsIn)
  const [info] = [...childElements(element)].filter(({ name }) => name === 'infEvento')
  const parts = info ? [...childElements(info)] : []
  const details = parts.find(({ name }) => name === 'detEvento')
  return details ? [{ details, tpEvento: parts.find(({ name }) => name === 'tpEvento')?.content.trim() ?? '' }] : []
}
