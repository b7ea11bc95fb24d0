/** Time between two questions how far a job is. In ms. */
export const OFTEN = 500
