import type { ComponentType } from 'react'

type Load = () => Promise<{ readonly default: ComponentType }>

const loads: Load[] = []

/** Lets a plugin stand in the corner of every page, once the page is calm; it decides itself whether it has something to say. */
export const addOverlay = (load: Load): void => void loads.push(load)

export const overlays = (): readonly Load[] => loads
