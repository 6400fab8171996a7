import { XmlRefusal } from './xmlRefusal.ts'

/** The files of an upload are more together than it may have, however small they came. */
export class ReadExceeded extends XmlRefusal {}

const [less, equals, slash] = [0x3c, 0x3d, 0x2f]

/** The budget of the files that come at once, all of them together: each counts for itself what it unpacks to, and what it holds. */
export class ReadBudget {
  #bytes: number
  #nodes: number

  constructor({ bytes, nodes }: { readonly bytes: number; readonly nodes: number }) {
    this.#bytes = bytes
    this.#nodes = nodes
  }

  /** Returns the rest of the budget. */
  get left(): { readonly bytes: number; readonly nodes: number } {
    return { bytes: this.#bytes, nodes: this.#nodes }
  }

  /** @throws ReadExceeded */
  takeBytes(count: number): void {
    if (count > this.#bytes) throw new ReadExceeded('unpacks to more than an upload may')
    this.#bytes -= count
  }

  /** Elements and attributes of a text, by the signs that begin them: before it is parsed. @throws ReadExceeded */
  takeNodes(text: Uint8Array): void {
    let count = 0
    for (let at = 0; at < text.length; at += 1) {
      const sign = text[at]
      if (sign === equals || (sign === less && text[at + 1] !== slash)) count += 1
    }
    if (count > this.#nodes) throw new ReadExceeded('has more elements than an upload may')
    this.#nodes -= count
  }
}
