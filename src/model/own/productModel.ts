import type { Model } from '../model.ts'

const products = new WeakMap<Model, Model>()

/** Notes that a Model is the product's with the words of a store. */
export function rememberProduct(own: Model, product: Model): Model {
  products.set(own, product)
  return own
}

/** The Model without the words of a store: what is generated from the definitions fits that one. */
export const productModelOf = (model: Model): Model => products.get(model) ?? model
