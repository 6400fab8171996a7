import { XmlElement } from 'libxml2-wasm'
import { withDocument, write } from './element.ts'

const soap12 = 'http://www.w3.org/2003/05/soap-envelope'
const soap11 = 'http://schemas.xmlsoap.org/soap/envelope/'
const services = 'http://www.portalfiscal.inf.br/nfe/wsdl/'
export const nfeNamespace = 'http://www.portalfiscal.inf.br/nfe'

/** The content of a SOAP message for a service: the XML of its one element, cut out as it stands. */
export type Opened = { readonly kind: 'message'; readonly xml: string } | { readonly kind: 'fault'; readonly reason: string }

/**
 * Takes the message out of its envelope (SOAP 1.2, or 1.1 as older clients send it): Body/nfeDadosMsg/<the message>, for the distribution inside of nfeDistDFeInteresse.
 * The message must stand on its own: prefixes that only the envelope declares are lost on the way, as at the real authorities.
 */
export function openEnvelope(xml: string, operation: string): Opened {
  try {
    return withDocument(xml, document => {
      const { root } = document
      if (root.name !== 'Envelope' || ![soap12, soap11].includes(root.namespaceUri)) return refuse('no SOAP envelope')
      const body = childNamed(root, 'Body')
      const inner = body && (childNamed(body, 'nfeDistDFeInteresse') ?? body)
      const data = inner && childNamed(inner, 'nfeDadosMsg')
      if (!data) return refuse('no nfeDadosMsg')
      if (data.namespaceUri !== services + operation) return refuse(`nfeDadosMsg is not in ${services}${operation}`)
      const message = elementsIn(data)
      return message.length === 1 && message[0]
        ? { kind: 'message', xml: message[0].toString({ format: false }) }
        : refuse('nfeDadosMsg holds no message')
    })
  } catch (error) {
    return refuse(error instanceof Error ? error.message : 'not well formed')
  }
}

const refuse = (reason: string): Opened => ({ kind: 'fault', reason })

const elementsIn = (node: XmlElement): XmlElement[] => {
  const found: XmlElement[] = []
  for (let child = node.firstChild; child; child = child.next) if (child instanceof XmlElement) found.push(child)
  return found
}

const childNamed = (node: XmlElement, name: string): XmlElement | undefined => elementsIn(node).find(child => child.name === name)

/** The reply in its envelope. */
export function closeEnvelope(reply: string, operation: string): string {
  const result =
    operation === 'NFeDistribuicaoDFe'
      ? write('nfeDistDFeInteresseResponse', write('nfeDistDFeInteresseResult', reply), { xmlns: services + operation })
      : write('nfeResultMsg', reply, { xmlns: services + operation })
  return envelope(result)
}

/** Returns the answer of a service that could not read the message at all. */
export const soapFault = (reason: string): string =>
  envelope(
    write('soap:Fault', [
      write('soap:Code', write('soap:Value', 'soap:Sender')),
      write('soap:Reason', write('soap:Text', reason.replace(/[<>&]/g, ' '), { 'xml:lang': 'pt-BR' })),
    ]),
  )

const envelope = (body: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>${write('soap:Envelope', write('soap:Body', body), { 'xmlns:soap': soap12 })}`
