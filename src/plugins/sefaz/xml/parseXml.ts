import { ParseOption, XmlDocument, XmlParseError } from 'libxml2-wasm'
import { XmlRefusal } from './xmlRefusal.ts'

/**
 * Parses the text of a document that anybody may have written: no document type and hence no entities of its own, nothing is fetched,
 * and at most 256 levels. What is parsed has to be disposed.
 */
export function parseXml(text: string): XmlDocument {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new XmlRefusal('has a document type, which no fiscal document has')
  let document: XmlDocument
  try {
    document = XmlDocument.fromString(text, {
      option:
        ParseOption.XML_PARSE_NO_XXE |
        ParseOption.XML_PARSE_NONET |
        ParseOption.XML_PARSE_NO_SYS_CATALOG |
        ParseOption.XML_PARSE_NOERROR,
    })
  } catch (error) {
    if (!(error instanceof XmlParseError)) throw error
    const [first] = error.details
    throw new XmlRefusal(`is no well-formed XML${first ? `: line ${first.line}: ${first.message.trim()}` : ''}`)
  }
  if (document.dtd === null) return document
  document.dispose()
  throw new XmlRefusal('has a document type, which no fiscal document has')
}
