/** Tells whether a finger is what points here: nothing is dragged from elsewhere then, and nothing hovers. */
export const isTouchScreen = (): boolean => typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches
