import type { SystemContext } from '@chakra-ui/react/styled-system'
import { type SerializedStyles, css as serialized } from '@emotion/react'
import { styleLearnt, styleMemory } from './styleMemory.ts'

type Cva = SystemContext['cva']
type Recipe = ReturnType<Cva>

/** Results kept of one recipe: a width that follows a drag must not fill the memory. */
const most = 500

/** A component's request to its recipe: computed only where nobody has before. */
class Wanted {
  readonly recipe: string
  readonly variants: object
  readonly make: () => object
  constructor(recipe: string, variants: object, make: () => object) {
    this.recipe = recipe
    this.variants = variants
    this.make = make
  }
}

/**
 * The system, with a memory. Chakra makes the recipe of a component anew whenever it renders, so that nothing it remembers of
 * it is ever found again, and Emotion writes the styles out as text each time. Here a recipe is known by its definition, and
 * finished styles by it and the properties beside it: four fifths of the time of a render. What the memory holds from the page
 * before needs no system at all, so it is made when something is asked that is not known.
 */
export function withCachedStyles(make: () => SystemContext): SystemContext {
  let made: SystemContext | undefined
  const system = (): SystemContext => {
    made ??= make()
    return made
  }
  const page = () => {
    const memory = styleMemory()
    memory.page ??= { layers: String(system().layers.atRule), styles: serialized(system()._global) }
    return memory.page
  }
  const own = {
    _config: {},
    get layers() {
      return { atRule: page().layers }
    },
    get _global() {
      return page().styles
    },
    isValidProperty(name: string) {
      const { properties } = styleMemory()
      if (!Object.hasOwn(properties, name)) properties[name] = system().isValidProperty(name)
      return properties[name]
    },
    cva: rememberedCva(system),
    css: rememberedCss(system),
  }
  return new Proxy({} as SystemContext, { get: (_, name) => Reflect.get(Object.hasOwn(own, name) ? own : system(), name) })
}

function rememberedCva(system: () => SystemContext): Cva {
  const known = new WeakMap<object, Recipe>()
  const cva = (config: Parameters<Cva>[0] = {}): Recipe => {
    const found = known.get(config)
    if (found) return found
    let real: Recipe | undefined
    const made = (): Recipe => {
      real ??= system().cva(config)
      return real
    }
    const name = JSON.stringify(config)
    const recipe = (variants: object) => new Wanted(name, variants, () => made()(variants))
    const lazy = Object.assign(recipe, {
      __cva__: true,
      config,
      variantKeys: Object.keys(config.variants ?? {}),
      merge: (other: Recipe) => made().merge(other),
    }) as unknown as Recipe
    known.set(config, lazy)
    return lazy
  }
  return cva as Cva
}

function rememberedCss(system: () => SystemContext): SystemContext['css'] {
  return (first, ...more) => {
    if (!(first instanceof Wanted)) return system().css(first, ...more)
    const { written } = styleMemory()
    const asked = JSON.stringify([first.variants, more])
    let byAsked = written[first.recipe] ?? {}
    const found = byAsked[asked]
    if (found) return found
    if (Object.keys(byAsked).length >= most) byAsked = {}
    // Emotion takes what is written out already as it is.
    const { name, styles } = serialized(system().css(first.make(), ...more))
    const next: SerializedStyles = { name, styles }
    byAsked[asked] = next
    written[first.recipe] = byAsked
    styleLearnt()
    return next
  }
}
