import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  closeBuffer,
  openBuffer,
  readBuffer,
  XmlDocument,
  type XmlElement,
  XmlValidateError,
  XsdValidator,
  xmlRegisterInputProvider,
} from 'libxml2-wasm'
import type { SchemaChoice } from './schemaPackages.ts'

/** Under this name the parser finds the files of `xsd`, and under no other anything at all. */
const scheme = 'sefaz-xsd:/'
const folder = join(import.meta.dirname, '..', 'xsd')
const inFolder = new RegExp(`^${scheme}([A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+\\.xsd)$`)

/** Problems that are told of one document: the first ones cause the others. */
const maxProblems = 20

let registered = false

/** Lets schemas include their neighbours. */
function registerFolder(): void {
  if (registered) return
  registered = xmlRegisterInputProvider({
    match: name => inFolder.test(name),
    open: name => openBuffer(readFileSync(join(folder, inFolder.exec(name)?.[1] ?? ''))),
    read: readBuffer,
    close: handle => {
      closeBuffer(handle)
      return true
    },
  })
}

/** Compiled schemas: each is compiled when it is first asked for, and kept until the validator is disposed. */
export class SchemaValidator {
  readonly #validators = new Map<string, XsdValidator>()

  /** Returns the schema's problems with a document, or with an element of one. */
  validate(what: XmlDocument | XmlElement, choice: SchemaChoice): string[] {
    const validator = this.#validatorOf(choice)
    try {
      // Two signatures, as the library declares them.
      if (what instanceof XmlDocument) validator.validate(what)
      else validator.validate(what)
      return []
    } catch (error) {
      if (!(error instanceof XmlValidateError)) throw error
      return error.details.slice(0, maxProblems).map(({ line, message }) => `line ${line}: ${plainMessage(message)}`)
    }
  }

  #validatorOf({ package: name, file }: SchemaChoice): XsdValidator {
    const path = `${name}/${file}`
    const known = this.#validators.get(path)
    if (known) return known
    registerFolder()
    const schema = XmlDocument.fromBuffer(readFileSync(join(folder, name, file)), { url: `${scheme}${path}` })
    try {
      const validator = XsdValidator.fromDoc(schema)
      this.#validators.set(path, validator)
      return validator
    } finally {
      schema.dispose()
    }
  }

  [Symbol.dispose](): void {
    for (const validator of this.#validators.values()) validator.dispose()
    this.#validators.clear()
  }
}

/** Without the namespace before each name. */
const plainMessage = (message: string): string => message.replace(/\{http:\/\/[^}]*\}/g, '').trim()
