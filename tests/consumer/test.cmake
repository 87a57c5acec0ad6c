# Included by tests/CMakeLists.txt: the package as outside projects use it, and the public headers one by one.
add_test(NAME consumer COMMAND ${CMAKE_CURRENT_LIST_DIR}/run.sh ${PROJECT_BINARY_DIR} ${CMAKE_CXX_COMPILER})
add_test(NAME headers COMMAND ${PROJECT_SOURCE_DIR}/scripts/check-headers ${PROJECT_BINARY_DIR} ${CMAKE_CXX_COMPILER})
set_tests_properties(consumer headers PROPERTIES TIMEOUT 300)
if(TUKEY_SANITIZE)
  set_tests_properties(consumer PROPERTIES DISABLED TRUE)  # an outside program has no sanitizer
endif()
