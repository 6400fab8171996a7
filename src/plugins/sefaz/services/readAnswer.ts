import { XmlElement, type XmlNode } from 'libxml2-wasm'
import { type DocumentElement, descendantsOf, elementAt, textAt } from '../../../domain/fiscal/core/public.ts'
import { CallFailure } from '../transport/soapCall.ts'
import { parseXml } from '../xml/parseXml.ts'
import { readElement } from '../xml/readElement.ts'

/** An event as the authority keeps it. */
export interface RegisteredEvent {
  /** `tpEvento`. */
  readonly type: string
  /** `nSeqEvento`. */
  readonly sequence: number
  /** When its author says that it happened. */
  readonly at: string
  /** `procEventoNFe`: the event and the proof of it. */
  readonly text: string
}

/** The result inside an answer's envelope. */
export interface ServiceAnswer {
  readonly result: DocumentElement
  /** The text of the first element of this name, as it is kept beside what was sent. */
  textOf(name: string): string | undefined
  /** Events of the note that is asked for, the first registered first. */
  readonly events: readonly RegisteredEvent[]
}

/**
 * Reads an answer.
 * @param root the result that the service gives: retEnviNFe
 * @throws CallFailure where no authority wrote it
 */
export function readAnswer(answer: string, root: string): ServiceAnswer {
  const document = parse(answer)
  try {
    const [result] = descendantsOf(readElement(document.root), root)
    if (!result) throw new CallFailure('unreadable', `no ${root} in the answer`)
    const texts = new Map<string, string>()
    for (const name of ['protNFe', 'retEvento', 'retInutNFe']) {
      const found = document.get(`//*[local-name(.)='${name}']`)
      if (found && 'canonicalizeToString' in found) texts.set(name, found.canonicalizeToString())
    }
    const events = document.find("//*[local-name(.)='procEventoNFe']").flatMap(node => eventsOf(node))
    return { result, textOf: name => texts.get(name), events }
  } finally {
    document.dispose()
  }
}

function eventsOf(node: XmlNode): RegisteredEvent[] {
  if (!(node instanceof XmlElement)) return []
  const info = elementAt(readElement(node), 'evento/infEvento')
  const said = (name: string): string => textAt(info, name) ?? ''
  const text = node.canonicalizeToString()
  return [{ type: said('tpEvento'), sequence: Number(said('nSeqEvento')), at: said('dhEvento'), text }]
}

function parse(answer: string): ReturnType<typeof parseXml> {
  try {
    return parseXml(answer.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new CallFailure('unreadable', 'the answer is no XML', { cause: error })
  }
}
