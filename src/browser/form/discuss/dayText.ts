/** A day as people read it. */
export const dayText = (day: string): string => day.split('-').reverse().join('/')
