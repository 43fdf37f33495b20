// The examples whose traces are compared: short runs of every kind of ending.
export const EXAMPLES = ["fib-fig3b", "fib-fig3b-unsafe", "imc-fig1", "imc-fig1-unsafe", "account", "traffic", "early"];
