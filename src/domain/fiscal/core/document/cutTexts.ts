import type { DocumentElement } from './documentElement.ts'
import { isSignature } from './overlongText.ts'
import { longestText } from './textLengths.ts'

/**
 * A document with each text as long as its layout lets it be at most: what is stored may have come before anybody looked, and papers are drawn of it. One
 * that is as it should be is given back itself.
 */
export function cutTexts(root: DocumentElement): DocumentElement {
  if (isSignature(root)) return root
  const children = root.children.map(cutTexts)
  const text = root.text.length > longestText(root.name) ? root.text.trim().slice(0, longestText(root.name)) : root.text
  const long = Object.entries(root.attributes).some(([name, value]) => value.length > longestText(name))
  if (text === root.text && !long && children.every((child, at) => child === root.children[at])) return root
  const attributes = Object.entries(root.attributes).map(([name, value]) => [name, value.slice(0, longestText(name))])
  return { ...root, text, children, attributes: Object.fromEntries(attributes) }
}
