import type { XmlDocument, XmlElement } from 'libxml2-wasm'
import { chooseEventSchema, chooseSchema, type SchemaChoice } from '../schema/schemaPackages.ts'
import { SchemaValidator } from '../schema/schemaValidator.ts'

/** Checks messages against the official schemas. */
export interface SchemaCheck {
  /** @returns what is wrong with a message of this root element, or nothing */
  check(root: string, message: XmlDocument): string | undefined
  /** @returns what is wrong with an event's own part */
  checkEvent(type: string, detail: XmlElement): string | undefined
  close(): void
}

/** @param environment whose packages are in force */
export function openSchemas(environment: '1' | '2'): SchemaCheck {
  const schemas = new SchemaValidator()
  const check = (choice: SchemaChoice | undefined, what: XmlDocument | XmlElement): string | undefined =>
    choice ? schemas.validate(what, choice)[0] : 'no schema'
  return {
    check: (root, message) => check(chooseSchema(root, { tpAmb: environment, issued: new Date().toISOString() }), message),
    checkEvent: (type, detail) => check(chooseEventSchema(type), detail),
    close: () => schemas[Symbol.dispose](),
  }
}
