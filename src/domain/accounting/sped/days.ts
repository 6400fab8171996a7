/** ddmmaaaa of AAAA-MM-DD. */
export const spedDay = (day: string): string => `${day.slice(8, 10)}${day.slice(5, 7)}${day.slice(0, 4)}`
