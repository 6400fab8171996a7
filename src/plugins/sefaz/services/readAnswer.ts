import { type DocumentElement, descendantsOf } from '../../../domain/fiscal/core/public.ts'
import { CallFailure } from '../transport/soapCall.ts'
import { parseXml } from '../xml/parseXml.ts'
import { readElement } from '../xml/readElement.ts'

/** The result inside an answer's envelope. */
export interface ServiceAnswer {
  readonly result: DocumentElement
  /** The text of the first element of this name, as it is kept beside what was sent. */
  textOf(name: string): string | undefined
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
    for (const name of ['protNFe', 'retEvento', 'procEventoNFe', 'retInutNFe']) {
      const found = document.get(`//*[local-name(.)='${name}']`)
      if (found && 'canonicalizeToString' in found) texts.set(name, found.canonicalizeToString())
    }
    return { result, textOf: name => texts.get(name) }
  } finally {
    document.dispose()
  }
}

function parse(answer: string): ReturnType<typeof parseXml> {
  try {
    return parseXml(answer.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new CallFailure('unreadable', 'the answer is no XML', { cause: error })
  }
}
